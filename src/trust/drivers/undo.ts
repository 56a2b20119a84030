import { appendSync } from '../../ledger/stores/files/append.ts'
import type { Home } from '../../ledger/stores/files/home.ts'
import { trustDraft } from '../facts.ts'
import type { Pack } from '../pack/format.ts'
import type { Parameters } from '../parameters.ts'
import type { TrustState } from '../state.ts'
import { trustStream } from '../stream.ts'
import { refresh } from './snapshot.ts'

/** Records that a person took the last change of a pattern back, and brings the snapshot up to date. */
export function undoChange(
  home: Home,
  project: string,
  packOf: () => Pack,
  parameters: Parameters,
  id: string,
): TrustState {
  appendSync(home, trustStream(project), [trustDraft({ kind: 'pattern.undone', body: { id } })])
  return refresh(home, project, packOf, parameters)
}
