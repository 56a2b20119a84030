import type { HostTools } from '../tools.ts'

export const tools: HostTools = {
  uses: {
    write_file: 'write',
    replace: 'write',
    read_file: 'read',
    read_many_files: 'glob',
    list_directory: 'listed',
    glob: 'glob',
    search_file_content: 'search',
    grep_search: 'search',
  },
  idle: ['web_fetch', 'google_web_search', 'write_todos', 'ask_user', 'save_memory'],
  shapes: {
    run_shell_command: 'command:text dir_path:text? directory:text?',
    write_file: 'file_path:word content:text',
    replace: 'file_path:word old_string:text new_string:text',
    read_file: 'file_path:word? absolute_path:word?',
    glob: 'pattern:word path:text?',
    search_file_content: 'pattern:word path:text?',
    grep_search: 'pattern:word path:text?',
    google_web_search: 'query:word',
  },
}
