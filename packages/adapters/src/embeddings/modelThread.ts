import { createRequire } from "node:module"
import { Worker } from "node:worker_threads"
import type { Answer, Question } from "./Conversation.js"

/** A thread that is there while it has work, and for a while after. */
export interface ModelThread {
  /** Answers in turn, urgent questions before the others. */
  readonly ask: (question: Question, urgent: boolean) => Promise<ReadonlyArray<Float32Array>>
  readonly end: () => Promise<void>
}

interface Asked {
  readonly question: Question
  readonly resolve: (vectors: ReadonlyArray<Float32Array>) => void
  readonly reject: (cause: Error) => void
}

const entry = () => createRequire(import.meta.url).resolve("#embeddings/worker")

export const modelThread = (idleMillis: number): ModelThread => {
  const waiting: { readonly urgent: Array<Asked>; readonly others: Array<Asked> } = { urgent: [], others: [] }
  let worker: Worker | undefined
  let current: Asked | undefined
  let idle: NodeJS.Timeout | undefined

  const rest = () => {
    const ended = worker
    worker = undefined
    return ended?.terminate() ?? Promise.resolve(0)
  }
  const start = (): Worker => {
    const started = new Worker(entry(), { execArgv: [] })
    started.on("message", (answer: Answer) =>
      done((asked) => answer._tag === "Vectors" ? asked.resolve(answer.vectors) : asked.reject(new Error(answer.message))))
    const lose = (cause: Error) => {
      // One that was put to rest has no question left.
      if (worker !== started) return
      worker = undefined
      done((asked) => asked.reject(cause))
    }
    started.on("error", lose)
    started.on("exit", (code) => lose(new Error(`the thread with the model ended with ${code}`)))
    return started
  }
  const done = (tell: (asked: Asked) => void) => {
    const asked = current
    current = undefined
    if (asked !== undefined) tell(asked)
    next()
  }
  const next = () => {
    if (current !== undefined) return
    clearTimeout(idle)
    current = waiting.urgent.shift() ?? waiting.others.shift()
    if (current === undefined) {
      // A process that has nothing else to do need not wait for this.
      worker?.unref()
      idle = setTimeout(() => void rest(), idleMillis).unref()
      return
    }
    worker ??= start()
    worker.ref()
    worker.postMessage(current.question)
  }
  return {
    ask: (question, urgent) =>
      new Promise((resolve, reject) => {
        waiting[urgent ? "urgent" : "others"].push({ question, resolve, reject })
        next()
      }),
    end: async () => {
      clearTimeout(idle)
      const left = [...(current === undefined ? [] : [current]), ...waiting.urgent.splice(0), ...waiting.others.splice(0)]
      current = undefined
      await rest()
      for (const { reject } of left) reject(new Error("the process is ending"))
    }
  }
}
