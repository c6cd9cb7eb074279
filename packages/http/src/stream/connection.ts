import type { LiveEvent } from "@daybook/core/live"
import type { ServerResponse } from "node:http"

/** A reader that has not taken so many events or bytes is closed. */
const maxEvents = 256
const maxBytes = 1_048_576
/** With fewer events left to send, a stream takes more: at most 200, two events for each row of a batch. */
const few = 50
/** How long the last event may take to be sent: a reader that fell behind gets more time than one at shutdown. */
const partingMs = { lagged: 10_000, bye: 1_500 }
type Parting = keyof typeof partingMs

/** The text of an event, shared by all streams that send it. */
const texts = new WeakMap<LiveEvent, string>()

const textOf = (event: LiveEvent): string => {
  const rendered = texts.get(event)
  if (rendered !== undefined) return rendered
  const id = event.id === null ? "" : `id: ${event.id}\n`
  const text = `event: ${event.event}\n${id}data: ${JSON.stringify(event.data)}\n\n`
  texts.set(event, text)
  return text
}

const heartbeat = ": heartbeat\n\n"

/**
 * Sends events on a response and holds back what its reader does not take. Node buffers all that is written, so nothing
 * is written while the socket is full: what waits is counted, and bounded.
 */
export const connection = (response: ServerResponse) => {
  let waiting: Array<string> = []
  let bytes = 0
  let isFull = false
  let parting: Parting | undefined
  let cut: NodeJS.Timeout | undefined
  const onReady = new Set<() => void>()

  const isReady = () => parting !== undefined || waiting.length < few
  const announce = () => {
    if (!isReady()) return
    for (const ready of onReady) ready()
    onReady.clear()
  }
  const write = (text: string) => {
    isFull = !response.write(text)
  }
  const flush = () => {
    isFull = false
    let sent = 0
    while (!isFull && sent < waiting.length) {
      const text = waiting[sent++]!
      bytes -= text.length
      write(text)
    }
    waiting = waiting.slice(sent)
    announce()
  }
  response.on("drain", flush)
  response.once("close", () => clearTimeout(cut))

  /** Sends a last event. What waits before it is dropped: the reader resumes at the last event that it has. */
  const end = (event: Parting) => {
    // Asked again, it must not give a reader that takes nothing more time.
    if (parting === "bye" || parting === event) return
    const hadEnded = parting !== undefined
    parting = event
    clearTimeout(cut)
    cut = setTimeout(() => response.destroy(), partingMs[event]).unref()
    if (hadEnded) return
    waiting = []
    bytes = 0
    announce()
    response.end(textOf({ event, id: null, data: {} }))
  }

  return {
    push: (events: ReadonlyArray<LiveEvent>) => {
      for (const event of events) {
        if (parting !== undefined) return
        const text = textOf(event)
        if (!isFull && waiting.length === 0) {
          write(text)
          continue
        }
        waiting.push(text)
        bytes += text.length
        if (waiting.length > maxEvents || bytes > maxBytes) end("lagged")
      }
    },
    /** A comment keeps proxies from closing the connection. A full socket needs none. */
    beat: () => {
      if (parting === undefined && !isFull) write(heartbeat)
    },
    /** Calls back when few events wait; the answer cancels it. */
    whenReady: (ready: () => void): (() => void) => {
      if (isReady()) ready()
      else onReady.add(ready)
      return () => void onReady.delete(ready)
    },
    end
  }
}
export type Connection = ReturnType<typeof connection>
