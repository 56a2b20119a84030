export { type ModelDecideOptions, modelDecide, type PlanningModel } from './controller/drivers/model.ts'
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
