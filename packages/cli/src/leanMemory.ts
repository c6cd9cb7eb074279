import { setFlagsFromString } from "node:v8"

const flags = [
  // Garbage may grow to half as much again as what lives, where V8 of itself waits for three times as much: a first sync makes
  // a hundred megabytes of it a second, and the machine at home has other things to do with its memory.
  "--heap-growing-percent=50",
  // One thread at a time compiles the embedded engine: what each allocates for it stays with the process.
  "--wasm-num-compilation-tasks=1"
]

/** Has V8 take less memory, in this thread and those that begin later. */
export const leanMemory = (): void => flags.forEach((flag) => setFlagsFromString(flag))
