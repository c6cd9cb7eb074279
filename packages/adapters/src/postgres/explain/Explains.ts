import { AttendingStore } from "@daybook/core/attending"
import { type Explained, type Explanation, Explains } from "@daybook/core/explain"
import type { SourceRanks } from "@daybook/core/ranks"
import { type Places, Calendar } from "@daybook/core/shared"
import { Effect, Layer, Option } from "effect"
import { explainAttending } from "../attending/explain.js"
import { unstoredInputs } from "../attending/mergeInputs.js"
import { explainCollecting } from "../collecting/explain.js"
import { explainDeclared } from "../declared/explain.js"
import { type Queries, implementRankedAndPlaced } from "../kit/store.js"
import { explainListening } from "../listening/explain.js"
import { explainReading } from "../reading/explain.js"
import { explainRunning } from "../running/explain.js"
import { explainWatching } from "../watching/explain.js"

type Answer = ReturnType<Queries<typeof Explains.Service, Places | SourceRanks>["explain"]>

/** What a domain explains: records by type and id, and days. */
interface DomainExplains {
  readonly records: Readonly<Record<string, (id: number, showsMail: boolean) => Answer>>
  /** Types whose answers have a time and no id, by an instant in ISO 8601. */
  readonly moments?: Readonly<Record<string, (instant: string) => Answer>>
  readonly day?: (date: string) => Answer
}

const none: Answer = Effect.succeed(Option.none<Explanation>())
const maxId = Number.MAX_SAFE_INTEGER
/** Years that PostgreSQL reads as such. `Date.parse` moves 31 February to March. */
const isDay = (text: string): boolean => {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) && text >= "0001" ? Date.parse(`${text}T00:00:00Z`) : NaN
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

const isInstant = (text: string): boolean =>
  /^[\d-]{10}T\d{2}:\d{2}:\d{2}(?:\.\d{1,6})?Z$/.test(text) &&
  isDay(text.slice(0, 10)) &&
  !Number.isNaN(Date.parse(text))

/** Runs recorded without an id of a provider have one below 0. */
const idIn = (text: string): number | undefined => {
  const id = /^-?\d{1,16}$/.test(text) ? Number(text) : undefined
  return id === undefined || Math.abs(id) > maxId ? undefined : id
}

/** Integer columns hold less than the ids of some providers. */
const fits = (domain: string, id: number) => domain === "running" || Math.abs(id) < 2 ** 31

export const layer = Layer.effect(
  Explains,
  Effect.gen(function* () {
    const calendar = yield* Calendar
    const builtIn: Readonly<Record<string, DomainExplains>> = {
      listening: explainListening,
      running: explainRunning(calendar),
      watching: explainWatching,
      collecting: explainCollecting(calendar),
      reading: explainReading,
      attending: explainAttending(yield* AttendingStore, yield* unstoredInputs)
    }
    const declared = yield* explainDeclared
    const explain = ({ domain, id, showsMail, type }: Explained): Answer => {
      const own: DomainExplains | undefined = Object.hasOwn(builtIn, domain) ? builtIn[domain] : declared.get(domain)
      if (own === undefined) return none
      if (type === "day") return own.day !== undefined && isDay(id) ? own.day(id) : none
      const { moments = {} } = own
      if (Object.hasOwn(moments, type) && isInstant(id)) return moments[type]!(id)
      const number = idIn(id)
      if (number === undefined || !fits(domain, number) || !Object.hasOwn(own.records, type)) return none
      return own.records[type]!(number, showsMail)
    }
    return yield* implementRankedAndPlaced(Explains, { explain })
  })
)
