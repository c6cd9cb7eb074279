import { Effect, Ref } from "effect"
import { BenchFailure } from "./BenchFailure.js"
import type * as Daybook from "./daybook.js"
import { type Answer, ask, textOf } from "./http.js"
import { hostMemory } from "./totalMemory.js"

/** Nine first reads, different each time, so that no cache has their answers. */
const reads: ReadonlyArray<(n: number) => string> = [
  (n) => `/v1/listening/recent?limit=50&page=${1 + (n % 4_000)}`,
  (n) => `/v1/listening/streaks?n=${n}`,
  (n) => `/v1/listening/top/artists?from=${dayAt(n)}&limit=20`,
  (n) => `/v1/running/activities?limit=20&from=${dayAt(n)}`,
  (n) => `/v1/watching/movies?limit=20&page=${1 + (n % 20)}`,
  (n) => `/v1/reading/articles?limit=20&from=${dayAt(n)}`,
  (n) => `/v1/attending/events?limit=20&from=${dayAt(n)}`,
  (n) => `/v1/feed?limit=20&to=${dayAt(n)}`,
  (n) => `/v1/search?q=${words[n % words.length]}&page=${1 + (n % 7)}`
]

const words = ["moon", "river", "street", "light", "garden", "paper", "north", "summer", "glass", "stone"]
const dayAt = (n: number) => new Date(Date.UTC(2012, 0, 1 + ((n * 37) % 4_000))).toISOString().slice(0, 10)

/** A reader pauses like a page that shows an answer. */
const pause = "20 millis"
/** How often the same read is repeated after each first read. */
const repetitions = 20
/** Unchanged while nothing is stored, and cached after its first repetition. */
const repeated = "/v1/listening/streaks"

export interface Measured {
  readonly milliseconds: ReadonlyArray<number>
  /** Repetitions of one read, a second, each time they were measured. */
  readonly repeats: ReadonlyArray<number>
  readonly seconds: number
  readonly memory: number
  /** The longest delay of the answering process's event loop, in milliseconds. */
  readonly delay: number
}

export interface Host extends Daybook.Host {
  readonly key: string
}

export const call = ({ key, port }: Host, path: string, method = "GET", body?: string | Uint8Array) =>
  Effect.tryPromise({
    try: async () => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: body as string })
      })
      if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
      return (await response.json()) as unknown
    },
    catch: (cause) => new BenchFailure({ message: String(cause) })
  })

const counter = { value: 0 }

export const readOnce = ({ key, port }: Host, all: Array<number>) =>
  Effect.suspend(() => {
    const n = counter.value++
    const path = reads[n % reads.length]!(n)
    return ask({ port, path, headers: { authorization: `Bearer ${key}` } }).pipe(
      Effect.map((answer: Answer) => void all.push(answer.milliseconds)),
      // A domain without data yet.
      Effect.catchIf(
        ({ message }) => message.includes(" answered 404 "),
        () => Effect.void
      )
    )
  })

/** The longest delay since this was asked last. */
const loopDelay = ({ key, port }: Host) =>
  Effect.map(ask({ port, path: "/metrics", headers: { authorization: `Bearer ${key}` } }), (answer) => {
    const lines = textOf(answer)
      .split("\n")
      .filter((line) => line.startsWith("nodejs_eventloop_delay_seconds"))
    const own = lines.filter((line) => line.includes('quantile="max"') && !line.includes('process="works"'))
    return Number(own[0]?.split(" ").at(-1) ?? Number.NaN) * 1_000
  })

/** How many repetitions of one read a host answers a second, one after the other. */
export const repeatsOnce = ({ key, port }: Host, all: Array<number>) => {
  const again = ask({ port, path: repeated, headers: { authorization: `Bearer ${key}` } })
  return Effect.gen(function* () {
    yield* again
    const start = performance.now()
    yield* Effect.replicateEffect(again, repetitions)
    all.push((repetitions * 1_000) / (performance.now() - start))
  }).pipe(
    // Listening has no data yet.
    Effect.catchIf(
      ({ message }) => message.includes(" answered 404 "),
      () => Effect.void
    )
  )
}

/** Reads one after the other while work goes on. */
export const during = <E>(host: Host, work: Effect.Effect<unknown, E>): Effect.Effect<Measured, E | BenchFailure> =>
  Effect.gen(function* () {
    const milliseconds: Array<number> = []
    const memory = yield* Ref.make(0)
    yield* loopDelay(host)
    const start = performance.now()
    const repeats: Array<number> = []
    const first = Effect.zipRight(readOnce(host, milliseconds), Effect.sleep(pause))
    const round = Effect.zipRight(Effect.replicateEffect(first, reads.length), repeatsOnce(host, repeats))
    const reading = Effect.forever(round)
    const weighing = Effect.flatMap(hostMemory(host.pid), (now) =>
      Ref.update(memory, (most) => Math.max(most, now))
    ).pipe(Effect.zipRight(Effect.sleep("500 millis")), Effect.forever)
    yield* Effect.raceFirst(work, Effect.raceFirst(reading, weighing))
    const seconds = (performance.now() - start) / 1_000
    return { milliseconds, repeats, seconds, memory: yield* Ref.get(memory), delay: yield* loopDelay(host) }
  })
