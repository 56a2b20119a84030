import type { HostTools } from '../tools.ts'

/** Hooks see the shell as `Bash`, whatever the model calls it. */
export const tools: HostTools = {
  uses: { apply_patch: 'patch', view_image: 'read', list_dir: 'listed', grep_files: 'search' },
  idle: ['update_plan', 'web_search'],
  shapes: {
    Bash: 'command:text timeout:number? run_in_background:flag?',
    apply_patch: 'command:word? input:word? patch:word?',
    view_image: 'path:word',
  },
}
