autocmd BufNewFile,BufRead *.cog setfiletype cog
