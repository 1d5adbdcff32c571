-- What pandoc read of a manuscript, without what its Markdown could not say. Told on stderr: what was left out.

local function tell(what)
  io.stderr:write("\n@" .. what .. "\n")
end

local function style_of(element)
  return (element.attributes["custom-style"] or ""):lower()
end

local function flattened(blocks)
  return pandoc.utils.blocks_to_inlines(blocks, { pandoc.Space(), pandoc.Str("/"), pandoc.Space() })
end

local function plain_cells(table_)
  local simple = pandoc.utils.to_simple_table(table_)
  local function row(cells)
    local found = {}
    for n, cell in ipairs(cells) do found[n] = { pandoc.Plain(flattened(cell)) } end
    return found
  end
  local rows = {}
  for n, cells in ipairs(simple.rows) do rows[n] = row(cells) end
  local caption = simple.caption
  simple.caption, simple.headers, simple.rows = {}, row(simple.headers), rows
  for n, _ in ipairs(simple.widths) do simple.widths[n] = 0 end
  local found = { pandoc.utils.from_simple_table(simple) }
  if #caption > 0 then table.insert(found, 1, pandoc.Para(caption)) end
  return found
end

local first = {
  Div = function(div)
    local style = style_of(div)
    if style:match("^toc ?%d") or style:match("^toc ?heading") then
      tell("contents")
      return {}
    end
    local level = style:match("^heading ?(%d?)$") or style:match("^überschrift ?(%d?)$") or style:match("^titre ?(%d?)$")
    if level and #div.content == 1 and (div.content[1].t == "Para" or div.content[1].t == "Plain") then
      return pandoc.Header(tonumber(level) or 1, div.content[1].content)
    end
    return div.content
  end,
  Header = function(header)
    for _, class in ipairs(header.classes) do
      if class:lower():match("^toc.?heading") then
        tell("contents")
        return {}
      end
    end
  end,
  Figure = function(figure) return figure.content end,
}

local second = {
  Image = function(image)
    tell("picture")
    return #image.caption > 0 and pandoc.Emph(image.caption) or {}
  end,
  RawInline = function() return {} end,
  RawBlock = function() return {} end,
  SmallCaps = function(one) return one.content end,
  Underline = function(one) return pandoc.Emph(one.content) end,
  Superscript = function(one) return one.content end,
  Subscript = function(one) return one.content end,
  Span = function(one) return one.content end,
  Header = function(one)
    one.attr = pandoc.Attr()
    return one
  end,
  Link = function(link)
    if link.target:match("^https?:") or link.target:match("^mailto:") then
      link.attr = pandoc.Attr()
      return link
    end
    -- The mark of a note must not grow together with the word before it.
    local said = pandoc.utils.stringify(link.content)
    if said:match("^%d+$") then return pandoc.Str("[" .. said .. "]") end
    return link.content
  end,
  CodeBlock = function(code)
    return pandoc.CodeBlock(code.text, pandoc.Attr("", { code.classes[1] }))
  end,
  Table = plain_cells,
}

return { first, second }
