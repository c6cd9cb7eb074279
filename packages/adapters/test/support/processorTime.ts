import { afterEach, beforeEach } from "vitest"

declare module "vitest" {
  interface TaskMeta {
    /** Seconds of processor time that the test's process used for it. */
    processorTime?: number
  }
}

let before = process.cpuUsage()

beforeEach(() => {
  before = process.cpuUsage()
})

afterEach(({ task }) => {
  const { system, user } = process.cpuUsage(before)
  task.meta.processorTime = (user + system) / 1_000_000
})
