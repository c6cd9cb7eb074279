import { Cause, Effect, Exit, Option, type Random, Tracer } from "effect"

/** All that a span may tell beside its name: nothing of it is what somebody asked for, sent or holds. */
const told = new Set(["http.request.method", "http.route", "http.response.status_code", "daybook.request_id", "db.system.name", "db.operation.name"])

export interface Sampling {
  readonly sampled: number
  readonly followsCaller: boolean
}

/** Polls of the database that belong to no work would be most of what is told. */
const isChatter = (name: string) => name.startsWith("sql.")

/**
 * A tracer that hands on names, times and outcomes, and of attributes only those known to be harmless. Errors go by their
 * kind: messages may quote an address with a key in it, or what somebody wrote.
 */
export const discreet = (tracer: Tracer.Tracer, quiet: Tracer.Tracer, sampling: Sampling): Effect.Effect<Tracer.Tracer> =>
  Effect.map(Effect.random, (random) => {
    const silent = new WeakSet<Tracer.AnySpan>()
    const isTold = (name: string, parent: Option.Option<Tracer.AnySpan>) => {
      if (Option.isNone(parent)) return !isChatter(name) && drawn(random, sampling.sampled)
      if (parent.value._tag === "ExternalSpan") return sampling.followsCaller ? parent.value.sampled : drawn(random, sampling.sampled)
      return !silent.has(parent.value)
    }
    return Tracer.make({
      span: (name, parent, context, links, startTime, kind) => {
        if (isTold(name, parent)) return guarded(tracer.span(name, parent, context, links, startTime, kind))
        const span = quiet.span(name, parent, context, links, startTime, kind)
        silent.add(span)
        return span
      },
      context: tracer.context
    })
  })

const drawn = (random: Random.Random, share: number) => share >= 1 || share > 0 && Effect.runSync(random.next) < share

const guarded = (span: Tracer.Span): Tracer.Span => {
  const attribute = span.attribute.bind(span)
  const end = span.end.bind(span)
  const event = span.event.bind(span)
  return Object.assign(span, {
    attribute: (key: string, value: unknown) => told.has(key) ? attribute(key, value) : undefined,
    event: (name: string, startTime: bigint) => event(name, startTime),
    end: (endTime: bigint, exit: Exit.Exit<unknown, unknown>) => end(endTime, Exit.isSuccess(exit) ? Exit.void : Exit.failCause(kindOf(exit.cause)))
  })
}

const kindOf = (cause: Cause.Cause<unknown>): Cause.Cause<unknown> => {
  if (Cause.isInterruptedOnly(cause)) return cause
  const error = Cause.squash(cause)
  const named = typeof error === "object" && error !== null && ("_tag" in error ? error._tag : "name" in error ? error.name : undefined)
  const name = typeof named === "string" && /^[A-Za-z]\w{0,60}$/.test(named) ? named : "Error"
  return Cause.fail(Object.assign(new Error(name), { name, stack: name }))
}
