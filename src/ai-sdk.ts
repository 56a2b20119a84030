export {
  leadTools,
  type MountOptions,
  mountEvidence,
  mountMiddleware,
  type Position,
  traceSteps,
  type WorkerToolOptions,
  workerTools,
} from './mount/drivers/ai-sdk.ts'
export type { Agents, CheckCommand, SpawnOptions } from './mount/drivers/tools.ts'
