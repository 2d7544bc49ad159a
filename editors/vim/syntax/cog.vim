" Generated from the operation table by `python -m cogscript.language.write.vim_syntax`; not edited by hand.

if exists('b:current_syntax')
  finish
endif
syntax case match

syntax match cogControl /\<\%(CATCH\|ELSE\|ELSE_IF\|END_FOR_EACH\|END_IF\|END_IN\|END_ON\|END_REPEAT\|END_TRY\|END_WHILE\|FINALLY\|FOR_EACH\|IF\|IN\|ON\|REPEAT\|TRY\|WHILE\)\>/
syntax match cogTest /\<\%(ALL\|ANY\|CONTAINS\|EQUALS\|EXISTS\|GREATER\|JUDGE\|LESS\|MATCHES\|NOT\|VISIBLE\)\>/
syntax match cogLeaving /\<\%(BREAK\|CONTINUE\|END\|FAIL\)\>/
syntax match cogOperation /\<\%(ALLOW\|ANSWER\|ASK_USER\|ASSERT\|CALL\|CHECK\|CLICK\|DO\|DOUBLE_CLICK\|DRAG\|EXTRACT\|GESTURE\|GO_BACK\|HOVER\|INPUT\|KEY_DOWN\|KEY_PRESS\|KEY_UP\|LAUNCH\|LLM\|LONG_PRESS\|LOOK\|MIDDLE_CLICK\|MOUSE_DOWN\|MOUSE_UP\|QUOTE_CLIPBOARD\|QUOTE_CLIPBORAD\|QUOTE_TEXT\|RIGHT_CLICK\|SCREENSHOT\|SCROLL_DOWN\|SCROLL_LEFT\|SCROLL_RIGHT\|SCROLL_UP\|SELECT\|SET\|SET_CLIPBOARD\|SHOW\|STATUS\|SWIPE\|SYSTEM_BUTTON\|TOOL\|TRIPLE_CLICK\|TYPE\|WAIT\|WAIT_FOR\|WINDOW\|WORKFLOW\)\>/

syntax match cogParameter /\<[^[:digit:][:space:][:punct:]]\w*\ze\s*=/
syntax keyword cogConstant True False None
syntax match cogNumber /\<\d\+\(\.\d\+\)\?\>/
syntax match cogBox /\[\s*\[\s*\d\+\(\s*,\s*\d\+\)*\s*\]\s*\]/
syntax match cogComment /#.*$/ contains=@Spell
syntax match cogVariable /__CogName_.\{-1,}__/ contained
syntax match cogEscape /\\./ contained
syntax region cogText start=/'/ skip=/\\./ end=/'/ end=/$/ oneline contains=cogVariable,cogEscape,@Spell
syntax region cogText start=/"/ skip=/\\./ end=/"/ end=/$/ oneline contains=cogVariable,cogEscape,@Spell
syntax region cogText start=/'''/ skip=/\\./ end=/'''/ contains=cogVariable,cogEscape,@Spell
syntax region cogText start=/"""/ skip=/\\./ end=/"""/ contains=cogVariable,cogEscape,@Spell
syntax sync minlines=200

highlight default link cogControl Conditional
highlight default link cogLeaving Statement
highlight default link cogTest Special
highlight default link cogOperation Function
highlight default link cogParameter Identifier
highlight default link cogConstant Boolean
highlight default link cogNumber Number
highlight default link cogBox Number
highlight default link cogComment Comment
highlight default link cogVariable PreProc
highlight default link cogEscape SpecialChar
highlight default link cogText String

let b:current_syntax = 'cog'
