import { describe, expect, it } from "vitest"
import { reads } from "../src/api/reads.js"

/** A host that answers each path with its name, and with 304 where the ETag is current. */
const fakeHost = () => {
  const sent: Array<ReadonlyArray<string>> = []
  let version = 1
  const read = reads({
    single: (address) => {
      sent.push([address])
      return Promise.resolve({ status: 200, value: address })
    },
    batch: (requests, signal) => {
      sent.push(requests.map(({ path }) => path))
      const data = requests.map(({ etag, path }) => {
        const current = `"${path}${version}"`
        if (path === "/v1/none") return { path, status: 404, etag: null, body: { error: "Not found", status: 404 } }
        return etag === current
          ? { path, status: 304, etag, body: null }
          : { path, status: 200, etag: current, body: `${path} ${version}` }
      })
      return signal.aborted ? Promise.reject(new Error("aborted")) : Promise.resolve({ data })
    }
  })
  return { read, sent, change: () => void version++ }
}

const open = () => new AbortController().signal

describe("reads of one turn", () => {
  it("are one request, and a single one is a GET of its own", async () => {
    const { read, sent } = fakeHost()
    const answers = await Promise.all([read("v1/a", open()), read("v1/b", open()), read("v1/none", open())])
    expect(answers.map(({ status, value }) => [status, status === 200 ? value : null])).toEqual([
      [200, "/v1/a 1"],
      [200, "/v1/b 1"],
      [404, null]
    ])
    await read("v1/c", open())
    expect(sent).toEqual([["/v1/a", "/v1/b", "/v1/none"], ["v1/c"]])
  })

  it("take what did not change from before, and what changed from the host", async () => {
    const { change, read } = fakeHost()
    const ask = () => Promise.all([read("v1/a", open()), read("v1/b", open())])
    const first = await ask()
    expect(await ask()).toEqual(first)
    change()
    expect((await ask()).map(({ value }) => value)).toEqual(["/v1/a 2", "/v1/b 2"])
  })

  it("go out in requests of at most forty", async () => {
    const { read, sent } = fakeHost()
    const all = Array.from({ length: 85 }, (_, index) => `v1/${index}`)
    const answers = await Promise.all(all.map((address) => read(address, open())))
    expect(answers.map(({ value }) => value)).toEqual(all.map((address) => `/${address} 1`))
    expect(sent.map(({ length }) => length)).toEqual([40, 40, 5])
  })

  it("do not wait for one that was left, and end the request when all are", async () => {
    const { read, sent } = fakeHost()
    const [left, stays] = [new AbortController(), new AbortController()]
    const leaving = read("v1/a", left.signal)
    const stayed = Promise.all([read("v1/b", stays.signal), read("v1/c", stays.signal)])
    left.abort()
    await expect(leaving).rejects.toBe(left.signal.reason)
    expect((await stayed).map(({ status }) => status)).toEqual([200, 200])
    expect(sent).toEqual([["/v1/b", "/v1/c"]])
  })
})
