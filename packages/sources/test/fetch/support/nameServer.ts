import { createSocket } from "node:dgram"
import { isIP } from "node:net"

/** The records of a name: IPv4 and IPv6 addresses, or one other name (CNAME). */
export type Records = ReadonlyArray<string>

const types = { 1: "A", 28: "AAAA" } as const
const typeNumbers = { A: 1, CNAME: 5, AAAA: 28 } as const

const nameAt = (message: Buffer, start: number): { readonly name: string; readonly end: number } => {
  const labels: Array<string> = []
  let at = start
  for (let length = message[at]!; length > 0; length = message[at]!) {
    labels.push(message.toString("latin1", at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: labels.join(".").toLowerCase(), end: at + 1 }
}

const encodedName = (name: string): Buffer =>
  Buffer.concat([
    ...name.split(".").map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label, "latin1")])),
    Buffer.from([0])
  ])

/** The 16 bytes of an IPv6 address, whose last part may be an IPv4 address. */
const bytesOf6 = (address: string): Buffer => {
  const plain = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...parts: ReadonlyArray<string>) => {
    const [a, b, c, d] = parts.slice(0, 4).map(Number)
    return `${((a! << 8) | b!).toString(16)}:${((c! << 8) | d!).toString(16)}`
  })
  const [head = [], tail = []] = plain.split("::").map((side) => side.split(":").filter((group) => group !== ""))
  const zeros = new Array<string>(8 - head.length - tail.length).fill("0")
  const groups = [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16))
  return Buffer.from(groups.flatMap((group) => [group >> 8, group & 255]))
}

const bytesOf = (address: string): Buffer =>
  isIP(address) === 4 ? Buffer.from(address.split(".").map(Number)) : bytesOf6(address)

/** An answer record with TTL 0, so that no resolver may cache it. */
const record = (name: string, type: number, data: Buffer): Buffer => {
  const head = Buffer.alloc(10)
  head.writeUInt16BE(type, 0)
  head.writeUInt16BE(1, 2)
  head.writeUInt16BE(data.length, 8)
  return Buffer.concat([encodedName(name), head, data])
}

const noSuchName = 3

/**
 * A DNS server on 127.0.0.1:53 over UDP. `answers` gives the records of a name for each question; null means that the
 * name does not exist. The two questions of a lookup (A and AAAA) come from one `port`.
 */
export const nameServer = (
  answers: (name: string, type: "A" | "AAAA", port: number) => Records | null
): Promise<() => void> =>
  new Promise((resolve, reject) => {
    const socket = createSocket("udp4")
    socket.on("error", reject)
    socket.on("message", (message, from) => {
      const { end, name } = nameAt(message, 12)
      const type = types[message.readUInt16BE(end) as keyof typeof types]
      const records = type === undefined ? [] : answers(name, type, from.port)
      const replies: Array<Buffer> = []
      let owner = name
      for (const one of records ?? []) {
        const kind = isIP(one) === 4 ? "A" : isIP(one) === 6 ? "AAAA" : "CNAME"
        if (kind === "CNAME") {
          replies.push(record(owner, typeNumbers.CNAME, encodedName(one)))
          owner = one
        } else if (kind === type) replies.push(record(owner, typeNumbers[kind], bytesOf(one)))
      }
      const head = Buffer.from(message.subarray(0, 12))
      head.writeUInt16BE(0x8180 | (records === null ? noSuchName : 0), 2)
      head.writeUInt16BE(1, 4)
      head.writeUInt16BE(replies.length, 6)
      head.writeUInt32BE(0, 8)
      socket.send(Buffer.concat([head, message.subarray(12, end + 4), ...replies]), from.port, from.address)
    })
    socket.bind(53, "127.0.0.1", () => resolve(() => socket.close()))
  })
