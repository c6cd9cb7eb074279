import type { ApiKey, Keys } from "@daybook/core/keys"
import type { Connection } from "./connection.js"

export interface StreamOptions {
  /** Streams of this host at a time; 0 turns them off. */
  readonly max: number
  /** Seconds between two heartbeats of a stream. */
  readonly heartbeat: number
  /** Seconds after which a stream ends, so that clients spread over the hosts again. */
  readonly lifetime: number
}

export const defaultStreams: StreamOptions = { max: 50, heartbeat: 15, lifetime: 3_600 }

/** Streams of one key at a time; of a publishable key, from one address. */
const maxPerCaller = 6
/** How often the keys of open streams are checked. */
const checkMs = 250

interface OpenStream {
  readonly key: ApiKey
  /** Of a visitor with a publishable key. */
  readonly address: string | undefined
  readonly openedAt: number
  readonly connection: Connection
  beatAt: number
}

/** The open streams of a host: how many there may be, and when they end. One timer serves all of them. */
export const openStreams = (
  { heartbeat, lifetime, max }: StreamOptions,
  keys: Pick<Keys, "byId">,
  now: () => number,
  monotonic: () => number
) => {
  const all = new Set<OpenStream>()
  let timer: NodeJS.Timeout | undefined
  let isClosing = false

  const check = () => {
    const at = monotonic()
    for (const stream of all) {
      const isValid = keys.byId(stream.key.id, now()) !== undefined
      if (!isValid || at - stream.openedAt >= lifetime * 1_000) stream.connection.end("bye")
      else if (at - stream.beatAt >= heartbeat * 1_000) {
        stream.beatAt = at
        stream.connection.beat()
      }
    }
  }
  const count = (isMeant: (stream: OpenStream) => boolean) => Array.from(all).filter(isMeant).length
  const isVisitor = ({ key }: Pick<OpenStream, "key">) => key.scope === "publish"

  return {
    isOn: () => max > 0,
    count: () => all.size,
    /** Whether the host takes one more stream of a key. */
    admits: (key: ApiKey, address?: string): boolean => {
      const ofCaller = count((stream) => stream.key.id === key.id && stream.address === address)
      // Visitors leave the owner half of the streams.
      const isFree = !isVisitor({ key }) || count(isVisitor) < Math.floor(max / 2)
      return !isClosing && all.size < max && ofCaller < maxPerCaller && isFree
    },
    /** Adds a stream; the answer removes it. */
    add: (key: ApiKey, connection: Connection, address?: string): (() => void) => {
      const stream: OpenStream = { key, address, connection, openedAt: monotonic(), beatAt: monotonic() }
      all.add(stream)
      timer ??= setInterval(check, checkMs).unref()
      return () => {
        all.delete(stream)
        if (all.size > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
    /** Ends every stream, and admits no more. */
    close: () => {
      isClosing = true
      for (const { connection } of all) connection.end("bye")
    }
  }
}
export type OpenStreams = ReturnType<typeof openStreams>
