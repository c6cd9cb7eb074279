/** An event of the host's stream. */
export interface LiveEvent {
  readonly event: string
  readonly id: string | null
  readonly data: unknown
}

export interface LiveOptions {
  /** Names of topics of `v1/stream`. */
  readonly topics: ReadonlyArray<string>
  readonly onEvent: (event: LiveEvent) => void
  /** Called when the stream opens and when it ends. While it is closed, a page asks by itself. */
  readonly onState: (isOpen: boolean) => void
}

/** What the stream needs of the browser. */
export interface LiveNeeds {
  readonly key: string
  readonly fetch: (
    address: string,
    init: {
      readonly headers: Readonly<Record<string, string>>
      readonly signal: AbortSignal
      readonly cache: "no-store"
    }
  ) => Promise<{ readonly status: number; readonly body: ReadableStream<Uint8Array> | null }>
  readonly sleep: (milliseconds: number) => Promise<void>
}

/** The shortest and longest time before the page connects again, in milliseconds. */
const retryMs = { first: 3_000, max: 60_000 }

/** The event in a block of lines; undefined for comments and other fields. */
const eventIn = (block: string): LiveEvent | undefined => {
  const fields = new Map(
    block
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith(":"))
      .map((line): readonly [string, string] => {
        const [name = "", ...rest] = line.split(":")
        return [name, rest.join(":").replace(/^ /, "")]
      })
  )
  const data = fields.get("data")
  return data === undefined
    ? undefined
    : { event: fields.get("event") ?? "message", id: fields.get("id") ?? null, data: JSON.parse(data) as unknown }
}

/** Reads events until the host ends the stream. */
const readEvents = async (body: ReadableStream<Uint8Array>, onEvent: (event: LiveEvent) => void): Promise<void> => {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  for (let rest = ""; ;) {
    const { done, value } = await reader.read()
    if (done) return
    const blocks = (rest + decoder.decode(value, { stream: true })).split("\n\n")
    rest = blocks.pop() ?? ""
    for (const event of blocks.map(eventIn)) if (event !== undefined) onEvent(event)
  }
}

/**
 * Follows the host's stream until it is closed. `fetch` can send the key as a header, which `EventSource` cannot. It
 * connects again by itself, and resumes after the last event that has an id.
 */
export const follow = ({ fetch, key, sleep }: LiveNeeds, { onEvent, onState, topics }: LiveOptions): (() => void) => {
  const controller = new AbortController()
  const { signal } = controller
  let last: string | null = null
  let wait = retryMs.first
  const connect = async () => {
    const headers = { Authorization: `Bearer ${key}`, ...(last === null ? {} : { "Last-Event-ID": last }) }
    const { body, status } = await fetch(`v1/stream?topics=${topics.join(",")}`, { headers, signal, cache: "no-store" })
    if (status !== 200 || body === null) return
    wait = retryMs.first
    onState(true)
    await readEvents(body, (event) => {
      last = event.id ?? last
      if (!signal.aborted) onEvent(event)
    })
  }
  const run = async () => {
    while (!signal.aborted) {
      await connect().catch(() => undefined)
      if (signal.aborted) return
      onState(false)
      await sleep(wait)
      wait = Math.min(2 * wait, retryMs.max)
    }
  }
  void run()
  return () => controller.abort()
}
