import { describe, expect, it } from "@effect/vitest"
import * as fc from "fast-check"
import { createHash } from "node:crypto"
import { signatureOf } from "../../src/scrobbling/audioscrobbler.js"
import { indexed, parametersOf, secondsOf } from "../../src/scrobbling/parameters.js"
import { element } from "../../src/kit/xml.js"
import { lfm } from "../../src/scrobbling/xml.js"

const read = (query: string, body = "") => parametersOf(new URLSearchParams(query), body)
const names = ["artist", "track"]

describe("parameters", () => {
  it("are merged from query and body", () => {
    expect([...read("method=a&sk=1", "method=b&artist=M%C3%BCller+%26+Co")]).toStrictEqual([
      ["method", "b"],
      ["sk", "1"],
      ["artist", "Müller & Co"]
    ])
  })

  it("are UTF-8, and Latin-1 where they are not", () => {
    const parameters = read("", "a=Caf%E9+%26+M%C3%BCller&b=%E9t%E9&c=%F0%9F%98%80&d=100%&e=%C3")
    expect([...parameters.values()]).toStrictEqual(["Café & Müller", "été", "😀", "100%", "Ã"])
  })

  it("of a batch are ordered by number, whatever their order in the form", () => {
    const places = fc.uniqueArray(fc.nat(60), { minLength: 1, maxLength: 50 })
    fc.assert(
      fc.property(places, (all) => {
        const form = all.map((place) => `track[${place}]=t${place}&artist[${place}]=a`).join("&")
        const inOrder = [...all].sort((a, b) => a - b)
        expect(indexed(read("", form), names).map((listen) => listen.get("track"))).toStrictEqual(
          inOrder.map((place) => `t${place}`)
        )
      })
    )
    expect(indexed(read("artist=a&track=b&sk=c"), names).map((one) => [...one])).toStrictEqual([
      [
        ["artist", "a"],
        ["track", "b"]
      ]
    ])
    expect(indexed(read("artist=a&artist[0]=b&other[1]=c"), names).map((one) => [...one])).toStrictEqual([
      [["artist", "b"]]
    ])
  })

  it("are whole seconds or nothing", () => {
    expect(["1736935200", "1736935200.5", " 7 "].map(secondsOf)).toStrictEqual([1_736_935_200, 1_736_935_200, 7])
    for (const text of [undefined, "", "-1", "1e9", "x", "1".repeat(13)]) expect(secondsOf(text)).toBe(undefined)
  })
})

describe("signatureOf", () => {
  it("is MD5 over names and values in ASCII order, then the secret", () => {
    const parameters = read(
      "artist[2]=b&artist[10]=a&api_key=k&method=track.scrobble&format=json&callback=x&api_sig=y&Z=ü"
    )
    const text = "Züapi_keykartist[10]aartist[2]bmethodtrack.scrobblesecret"
    expect(signatureOf(parameters, "secret")).toBe(createHash("md5").update(text, "utf8").digest("hex"))
  })
})

describe("lfm", () => {
  it("escapes texts and leaves out what XML does not allow", () => {
    expect(lfm("ok", [element("name", 'a<b>&"c"\u0001\ud800\u{1F600}', { code: '"&' })])).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n<lfm status="ok"><name code="&quot;&amp;">a&lt;b&gt;&amp;&quot;c&quot;\u{1F600}</name></lfm>\n'
    )
  })
})
