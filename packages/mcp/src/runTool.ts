import { Cause, Duration, Effect, Either, Option, Schema } from "effect"
import { Ask, type AskError } from "./Ask.js"
import { freshness, Home, homeNow, type ReadState, type Scope, staleNotes } from "./Home.js"
import type { ImportFiles } from "./ImportFiles.js"
import { bytesOf, fittingItems, isTooLarge, shortened, shortRows } from "./kit/budget.js"
import { type Cursors, listStart, type Place } from "./kit/cursor.js"
import { textOfAnswer, withoutNulls } from "./kit/text.js"
import { escapedIn, fieldsOf } from "./kit/untrusted.js"
import { type WhenRange, wholeTime } from "./kit/when.js"
import { whyNothing } from "./nothing.js"
import { mistakeOf } from "./mistakes.js"
import type { ListPart, Tool, ToolAnswer } from "./Tool.js"
import { badArgument, isNoData, ofAskError, textOfError, timedOut, type ToolError, unavailable } from "./ToolError.js"

/** Both halves of an answer, or the text of an error. */
export type ToolResult =
  | { readonly isError: false; readonly text: string; readonly structured: Readonly<Record<string, unknown>> }
  | { readonly isError: true; readonly text: string; readonly code: ToolError["code"] }

type Arguments = Readonly<Record<string, unknown>>

/** How long a call may take. */
export const timeLimit = Duration.seconds(30)

const placeOf = (cursors: Cursors, tool: Tool, args: Arguments): Either.Either<Place, ToolError> => {
  const { cursor } = args
  if (cursor === undefined) return Either.right(listStart)
  const place = typeof cursor === "string" ? cursors.read(tool.name, args, cursor) : undefined
  return place === undefined
    ? Either.left(
        badArgument(
          "`cursor` belongs to a call with other arguments.",
          `Call ${tool.name} again with ${JSON.stringify({ ...args, cursor: undefined })}, without cursor.`
        )
      )
    : Either.right(place)
}

/** The rows that fit, and where the list continues. */
const fitted = (list: ListPart, rest: object) => {
  const whole = fieldsOf("records", withoutNulls(list.items)) as ReadonlyArray<Arguments>
  const items = shortRows(whole)
  const fitting = fittingItems(items, bytesOf(rest))
  return fitting === items.length
    ? { items, next: list.next, truncated: items.some((item, index) => item !== whole[index]) }
    : { items: items.slice(0, fitting), next: { ...list.start, skip: list.start.skip + fitting }, truncated: true }
}

const structuredOf = (
  { data = {}, domains, list, notes = [], range }: ToolAnswer,
  home: Home["Type"],
  cursorOf: (place: Place) => string
): Readonly<Record<string, unknown>> => {
  const asOf = freshness(home, domains)
  const allNotes = [...notes, ...staleNotes(home, domains)]
  const rest = {
    ...(range === undefined ? {} : { range: withoutNulls({ ...range, zone: home.zone }) }),
    ...(fieldsOf("records", withoutNulls(data)) as Record<string, unknown>),
    as_of: asOf,
    ...(allNotes.length === 0 ? {} : { notes: allNotes })
  }
  if (list === undefined) return isTooLarge(rest) ? { ...shortened(rest), truncated: true } : rest
  const { items, next, truncated } = fitted(list, rest)
  const { as_of, notes: _, range: days, ...more } = rest as Record<string, unknown>
  return {
    ...(days === undefined ? {} : { range: days }),
    items,
    ...(list.total === undefined ? {} : { total: list.total }),
    next_cursor: next === null ? null : cursorOf(next),
    ...more,
    as_of,
    ...(truncated ? { truncated } : {}),
    ...(allNotes.length === 0 ? {} : { notes: allNotes })
  }
}

const resultOf = (
  tool: Tool,
  args: Arguments,
  cursors: Cursors,
  answer: ToolAnswer,
  home: Home["Type"]
): ToolResult => {
  if (answer.exact === true) {
    const structured = answer.data ?? {}
    return { isError: false, text: JSON.stringify(structured), structured }
  }
  const structured = structuredOf(answer, home, (place) => cursors.write(tool.name, args, place))
  return { isError: false, text: textOfAnswer(answer.heading, structured), structured }
}

/** The range in which an answer has nothing; undefined if it has something. */
const emptyRange = ({ list, nothingIn, range = wholeTime }: ToolAnswer): WhenRange | undefined =>
  list !== undefined && list.items.length === 0 && list.start.skip === 0 && list.start.after === undefined
    ? range
    : nothingIn

/**
 * Nothing within the time of a domain is an answer, with a note. Nothing because there is no source, no data yet, or
 * none so early or late is an error, which says so.
 */
const withReason = (answer: ToolAnswer): Effect.Effect<ToolAnswer, ToolError | AskError, Ask | Home> => {
  const range = emptyRange(answer)
  if (range === undefined) return Effect.succeed(answer)
  const {
    domains: [domain, ...others],
    notes = []
  } = answer
  const where = range.from === null ? "" : " in this range"
  const answerWithNote = { ...answer, notes: [...notes, `no_data: nothing${where}. Call overview for what is here.`] }
  if (domain === undefined || others.length > 0) return Effect.succeed(answerWithNote)
  return Effect.flatMap(whyNothing(domain, range), (why) => why ?? Effect.succeed(answerWithNote))
}

/** The only domain that a call is about. */
const domainOf = ({ domains }: Tool, { domain }: Arguments): string | undefined => {
  if (typeof domain === "string") return domain
  return typeof domains !== "function" && domains.length === 1 ? domains[0] : undefined
}

/** An operation that has no data, or a domain that has none at all. */
const explained = (tool: Tool, args: Arguments) => (error: ToolError | AskError) => {
  const domain = domainOf(tool, args)
  if (domain === undefined || !isNoData(error)) return Effect.fail(error)
  return Effect.flatMap(whyNothing(domain, wholeTime), (why) => Effect.fail(why ?? error))
}

/** The port, whose answers hold no text that looks like the marks of what third parties wrote. */
const escapedAnswers = ({ call, declared }: Ask["Type"]): Ask["Type"] => ({
  call: (...request) => Effect.map(call(...request), escapedIn),
  declared: (...request) => Effect.map(declared(...request), escapedIn)
})

/** Runs one call to a result. It never fails: what goes wrong is a result too. */
export const runTool = (
  tool: Tool,
  args: Arguments,
  services: { readonly cursors: Cursors; readonly state: ReadState; readonly scope: Scope }
): Effect.Effect<ToolResult, never, Ask | ImportFiles> =>
  Effect.gen(function* () {
    const input = yield* Effect.mapError(
      Schema.decodeUnknown(tool.input, { onExcessProperty: "error" })(args),
      (error) => mistakeOf(tool, args, error)
    )
    const place = yield* placeOf(services.cursors, tool, args)
    const home = yield* homeNow(services.state, services.scope)
    const answer = yield* tool
      .run(input as never, { place })
      .pipe(
        Effect.flatMap(withReason),
        Effect.catchAll(explained(tool, args)),
        Effect.provideService(Home, home),
        Effect.provideService(Ask, escapedAnswers(yield* Ask))
      )
    return resultOf(tool, args, services.cursors, answer, home)
  }).pipe(
    Effect.timeoutFail({ duration: timeLimit, onTimeout: () => timedOut }),
    Effect.catchAllCause((cause) => {
      if (Cause.isInterruptedOnly(cause)) return Effect.interrupt
      const failure = Option.getOrUndefined(Cause.failureOption(cause))
      const error = errorOf(failure)
      const result: ToolResult = { isError: true, text: textOfError(error), code: error.code }
      return failure === undefined
        ? Effect.as(Effect.logError("a tool failed unexpectedly", cause), result)
        : Effect.succeed(result)
    })
  )

const errorOf = (failure: ToolError | AskError | undefined): ToolError =>
  failure === undefined ? unavailable : failure._tag === "ToolError" ? failure : ofAskError(failure)
