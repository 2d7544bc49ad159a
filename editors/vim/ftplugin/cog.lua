-- Neovim: the language server for this buffer, and the debugger where nvim-dap is installed.
-- `vim.g.cog_command` is how cog is started, as a list; { "cog" } without it.

local cog = vim.g.cog_command or { "cog" }
local file = vim.api.nvim_buf_get_name(0)
if file == "" then
  return
end
local command = vim.list_extend(vim.deepcopy(cog), { "lsp" })
local folder = vim.fn.fnamemodify(file, ":p:h")

if vim.lsp.start then
  vim.lsp.start({ name = "cog", cmd = command, root_dir = folder })
else -- before Neovim 0.8: one server for all buffers, started here
  if not vim.g.cog_client or not vim.lsp.get_client_by_id(vim.g.cog_client) then
    vim.g.cog_client = vim.lsp.start_client({ name = "cog", cmd = command, root_dir = folder })
  end
  vim.lsp.buf_attach_client(0, vim.g.cog_client)
end

local found, dap = pcall(require, "dap")
if found then
  dap.adapters.cog = {
    type = "executable",
    command = cog[1],
    args = vim.list_extend(vim.list_slice(cog, 2), { "debug-adapter" }),
  }
  dap.configurations.cog = dap.configurations.cog
    or { { type = "cog", request = "launch", name = "Debug this workflow", program = "${file}" } }
end
