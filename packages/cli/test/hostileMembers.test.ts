import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { describe } from "vitest"
import { patience, run } from "./support/daybook.js"
import { newDataDir } from "./support/dataDir.js"
import { hostileMember, kinds } from "./support/hostileMember.js"
import { hostileProxy } from "./support/hostileProxy.js"
import { world } from "./support/world.js"

/** Instapaper's requests are signed with their URL, so they cannot be proxied. */
const isDirect = /_ALLOW$|INSTAPAPER/

/** One round without enrichment; `npm run torture -- hostile` runs more, with enrichment. */
const rounds = Number(process.env["DAYBOOK_HOSTILE_ROUNDS"] ?? 1)
const seed = Number(process.env["DAYBOOK_HOSTILE_SEED"] ?? 1)

/** A pseudo-random generator: the same seed gives the same members. */
const dice = (state: number) => () => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return state / 4_294_967_296
}

interface Line {
  readonly source: string
  readonly error?: string
}

describe("a hostile member in provider rows", { timeout: patience * rounds }, () => {
  it.scopedLive(`breaks no sync (${rounds} rounds)`, () =>
    Effect.gen(function* () {
      for (let round = 0; round < rounds; round++) {
        const { env: honest, url } = yield* world
        const roll = dice(seed + round)
        let kind = Math.floor(roll() * kinds)
        const proxyUrl = yield* hostileProxy(
          url,
          hostileMember(roll, () => kind++)
        )
        const settings = Object.fromEntries(
          Object.entries(honest).map(([name, value]) => [
            name,
            isDirect.test(name) ? value : value.replaceAll(url, proxyUrl)
          ])
        )
        const env = { ...settings, DAYBOOK_DATA_DIR: yield* newDataDir }
        const { stderr, stdout } = yield* run(["sync", "--json", ...(rounds === 1 ? ["--no-followers"] : [])], env)
        const lines = JSON.parse(stdout) as ReadonlyArray<Line>
        expect(
          lines.flatMap(({ error, source }) =>
            error !== undefined && /inside Daybook|storage/i.test(error) ? [source] : []
          ),
          stderr
        ).toEqual([])
        expect(
          stderr
            .split("\n")
            .filter((line) =>
              /inside Daybook|RangeError|TypeError|StorageFailure|could not be stored|invalid input|out of range|index row/i.test(
                line
              )
            )
        ).toEqual([])
      }
    })
  )
})
