import { Data } from "effect"
import { Worker } from "node:worker_threads"
import type { FromThread, ToThread } from "./serve.js"

/**
 * Why a request failed: time limit, memory limit, an error of the request, a thread that ended or could not start, or
 * a closed pool.
 */
export class ThreadFailure extends Data.TaggedError("ThreadFailure")<{
  readonly reason: "slow" | "memory" | "failed" | "unavailable" | "closed"
  readonly message: string
}> {}

interface PoolOptions {
  /** Path of the worker's entry file, which calls `serve`. */
  readonly entry: () => string
  /** Maximum number of threads. */
  readonly size: number
  /** Idle time after which a thread ends and frees its memory. */
  readonly idleMillis: number
  /** Heap limit of one thread, without buffers. */
  readonly heapMegabytes?: number
}

interface AskOptions<Part> {
  /** Runs before requests that are not urgent. */
  readonly urgent?: boolean
  /** Starts when the thread is loaded, and restarts with each part. */
  readonly timeLimitMillis?: number
  /** Buffers to transfer instead of copying. */
  readonly transfer?: ReadonlyArray<ArrayBuffer>
  readonly onPart?: (part: Part) => void
  /** Aborting it ends the thread. */
  readonly signal?: AbortSignal
}

/** Threads that start with the first request and end when idle. */
export interface ThreadPool<Request, Answer, Part> {
  /** Rejects with a `ThreadFailure`. */
  readonly ask: (request: Request, options?: AskOptions<Part>) => Promise<Answer>
  readonly close: () => Promise<void>
}

interface Job<Request, Answer, Part> {
  readonly request: Request
  readonly options: AskOptions<Part>
  readonly resolve: (answer: Answer) => void
  readonly reject: (failure: ThreadFailure) => void
}

interface Slot<Request, Answer, Part> {
  worker?: Worker | undefined
  isReady: boolean
  job?: Job<Request, Answer, Part> | undefined
  timer?: NodeJS.Timeout | undefined
  idle?: NodeJS.Timeout | undefined
}

const failed = (reason: ThreadFailure["reason"], message: string) => new ThreadFailure({ reason, message })

export const makeThreadPool = <Request, Answer, Part = never>(
  options: PoolOptions
): ThreadPool<Request, Answer, Part> => {
  type OwnJob = Job<Request, Answer, Part>
  type OwnSlot = Slot<Request, Answer, Part>
  const slots: Array<OwnSlot> = []
  const waiting: { readonly urgent: Set<OwnJob>; readonly others: Set<OwnJob> } = {
    urgent: new Set(),
    others: new Set()
  }
  const queueOf = (job: OwnJob) => (job.options.urgent === true ? waiting.urgent : waiting.others)

  const stop = (slot: OwnSlot): Promise<unknown> => {
    clearTimeout(slot.idle)
    const { worker } = slot
    slot.worker = undefined
    slot.isReady = false
    return worker?.terminate() ?? Promise.resolve()
  }

  const arm = (slot: OwnSlot) => {
    clearTimeout(slot.timer)
    const limit = slot.job?.options.timeLimitMillis
    if (limit === undefined || !slot.isReady) return
    slot.timer = setTimeout(() => abandon(slot, failed("slow", `it took more than ${limit / 1_000} s`)), limit)
  }

  /** Releases a slot from its job and assigns the next one. */
  const release = (slot: OwnSlot, finish: (job: OwnJob) => void) => {
    clearTimeout(slot.timer)
    const { job } = slot
    slot.job = undefined
    if (job !== undefined) finish(job)
    assign(slot)
  }

  const abandon = (slot: OwnSlot, failure: ThreadFailure) => {
    void stop(slot)
    release(slot, (job) => job.reject(failure))
  }

  const take = (slot: OwnSlot, worker: Worker) => (message: FromThread<Answer, Part>) => {
    if (slot.worker !== worker) return
    if (message._tag === "Answer") return release(slot, (job) => job.resolve(message.answer))
    if (message._tag === "Failed") return release(slot, (job) => job.reject(failed("failed", message.message)))
    if (message._tag === "Ready") slot.isReady = true
    else {
      slot.job?.options.onPart?.(message.part)
      worker.postMessage({ _tag: "Next" } satisfies ToThread<Request>)
    }
    arm(slot)
  }

  const start = (slot: OwnSlot): Worker => {
    const worker = new Worker(options.entry(), {
      execArgv: [],
      ...(options.heapMegabytes === undefined
        ? {}
        : { resourceLimits: { maxOldGenerationSizeMb: options.heapMegabytes } })
    })
    const lose = (message: string, isFull: boolean) => {
      if (slot.worker === worker)
        abandon(slot, failed(isFull ? "memory" : slot.isReady ? "failed" : "unavailable", message))
    }
    worker.on("message", take(slot, worker))
    worker.on("error", (error: Error & { readonly code?: string }) =>
      lose(error.message, error.code === "ERR_WORKER_OUT_OF_MEMORY")
    )
    worker.on("exit", (code) => lose(`the thread ended with ${code}`, false))
    return worker
  }

  const assign = (slot: OwnSlot) => {
    const job = waiting.urgent.values().next().value ?? waiting.others.values().next().value
    clearTimeout(slot.idle)
    if (job === undefined) {
      // An idle thread must not keep the process alive.
      slot.worker?.unref()
      slot.idle = setTimeout(() => void stop(slot), options.idleMillis).unref()
      return
    }
    queueOf(job).delete(job)
    slot.job = job
    slot.worker ??= start(slot)
    slot.worker.ref()
    slot.worker.postMessage({ _tag: "Ask", request: job.request } satisfies ToThread<Request>, [
      ...(job.options.transfer ?? [])
    ])
    arm(slot)
  }

  const begin = () => {
    const free = slots.filter(({ job }) => job === undefined)
    const slot = free.find(({ worker }) => worker !== undefined) ?? free[0]
    if (slot !== undefined) return assign(slot)
    if (slots.length < options.size) assign(slots[slots.push({ isReady: false }) - 1]!)
  }

  const cancel = (job: OwnJob) => {
    const slot = slots.find((one) => one.job === job)
    if (slot !== undefined) abandon(slot, failed("closed", "the request was cancelled"))
    else if (queueOf(job).delete(job)) job.reject(failed("closed", "the request was cancelled"))
  }

  return {
    ask: (request, requestOptions = {}) =>
      new Promise<Answer>((resolve, reject) => {
        const job: OwnJob = { request, options: requestOptions, resolve, reject }
        queueOf(job).add(job)
        requestOptions.signal?.addEventListener("abort", () => cancel(job), { once: true })
        begin()
      }),
    close: async () => {
      const left = [...waiting.urgent, ...waiting.others]
      waiting.urgent.clear()
      waiting.others.clear()
      for (const { reject } of left) reject(failed("closed", "the process is ending"))
      await Promise.all(
        slots.map((slot) => {
          clearTimeout(slot.timer)
          slot.job?.reject(failed("closed", "the process is ending"))
          slot.job = undefined
          return stop(slot)
        })
      )
    }
  }
}
