import { SourceFailure } from "@daybook/core/sync"
import type { Token } from "@daybook/core/tokens"
import { Clock, Duration, Effect, Either, Option, Queue } from "effect"
import { randomBytes } from "node:crypto"
import type { Asked } from "./Asked.js"
import type { ByCode, ByPassword, ByVisit, Redirect, Visit, Way } from "./Connection.js"
import { loopback } from "./loopback.js"
import type { Person } from "./Person.js"

const patience = Duration.minutes(15)

/** Walks a person through a provider's login. */
export const connect = (asked: Asked, way: Way, person: Person): Effect.Effect<Token, SourceFailure> => {
  switch (way.kind) {
    case "code":
      return Effect.scoped(byCode(asked, way, person))
    case "device":
    case "pin":
      return byVisit(asked, way, person)
    case "password":
      return byPassword(asked, way, person)
  }
}

const byCode = (asked: Asked, way: ByCode, person: Person) =>
  Effect.gen(function*() {
    const state = randomBytes(24).toString("base64url")
    const arrivals = yield* Queue.sliding<URLSearchParams>(1)
    const port = yield* loopback(asked, (params) => isAnswer(params, state) && Queue.unsafeOffer(arrivals, params))
    const redirect: Redirect = { state, redirectUri: `http://${way.host}:${port}/callback`, verifier: randomBytes(48).toString("base64url") }
    yield* person.tell(`open this address in a browser and log in at ${asked.name}:`)
    yield* present(person, way.address(redirect))
    yield* person.tell("where the browser is on another machine, paste the address here that it ends up at, though no page is shown there:")
    const params = yield* Effect.timeoutFail(Effect.raceFirst(Queue.take(arrivals), pasted(person, state)), {
      duration: patience,
      onTimeout: () => failure(asked, "interrupted", `nobody logged in at ${asked.name} within ${Duration.toMinutes(patience)} minutes`)
    })
    const error = params.get("error")
    if (error !== null) {
      return yield* failure(asked, "forbidden", error === "access_denied" ? `the login was declined at ${asked.name}` : `${asked.name} refused the login (${plain(error)})`)
    }
    return yield* way.exchange(params, redirect)
  })

/** The address is always told: the browser may be on another machine. */
const present = (person: Person, address: string) =>
  Effect.zipRight(person.tell(address), person.visit?.(address) ?? Effect.void)

/** True of what the provider sends a browser back with, of this login. */
const isAnswer = (params: URLSearchParams, state: string): boolean => params.get("state") === state && (params.has("code") || params.has("error"))

/** The parameters of the first pasted address that belongs to this login. */
const pasted = (person: Person, state: string): Effect.Effect<URLSearchParams> =>
  Effect.flatMap(person.line, (line) => {
    if (line.trim() === "") return pasted(person, state)
    const params = URL.canParse(line.trim()) ? new URL(line.trim()).searchParams : new URLSearchParams()
    if (isAnswer(params, state)) return Effect.succeed(params)
    return Effect.zipRight(person.tell("that is not the address of this login: it has to have a code and the same state; paste it whole:"), pasted(person, state))
  })

const byVisit = (asked: Asked, way: ByVisit, person: Person) =>
  Effect.gen(function*() {
    const visit = yield* way.begin
    yield* person.tell(`open this address in any browser and log in at ${asked.name}:`)
    yield* present(person, visit.url)
    if (Option.isSome(visit.code)) yield* person.tell(`and enter this code: ${visit.code.value}`)
    return yield* watch(asked, visit)
  })

const slowDown = Duration.seconds(5)

/** What a later look may do without: nobody begins a login anew for a network that was away, or for a busy provider. */
const passes = ({ state }: SourceFailure) => state === "unavailable" || state === "rate_limited"

const watch = (asked: Asked, visit: Visit) =>
  Effect.gen(function*() {
    const end = (yield* Clock.currentTimeMillis) + Duration.toMillis(visit.lasts)
    let { interval } = visit
    let trouble = Option.none<SourceFailure>()
    while ((yield* Clock.currentTimeMillis) < end) {
      yield* Effect.sleep(interval)
      const look = yield* Effect.either(visit.look)
      trouble = Either.getLeft(look)
      if (Either.isRight(look) && look.right._tag === "Done") return look.right.token
      if (Either.isLeft(look) && !passes(look.left)) return yield* look.left
      if (Either.match(look, { onLeft: () => true, onRight: (seen) => seen._tag === "Pending" && seen.slower })) interval = Duration.sum(interval, slowDown)
    }
    return yield* Option.getOrElse(trouble, () => failure(asked, "interrupted", `nobody logged in at ${asked.name} before the code ended`))
  })

const byPassword = (asked: Asked, way: ByPassword, person: Person) =>
  Effect.gen(function*() {
    const name = yield* Effect.flatMap(person.ask(`${asked.name} user name or e-mail address:`), typed(asked))
    const password = yield* Effect.flatMap(person.askSecret(`${asked.name} password (it is not kept):`), typed(asked))
    return yield* way.login(name.trim(), password)
  })

/** Whoever is asked in a job or a pipe that ended would never answer. */
const typed = (asked: Asked) => <A>(line: Option.Option<A>): Effect.Effect<A, SourceFailure> =>
  Option.isSome(line)
    ? Effect.succeed(line.value)
    : new SourceFailure({ source: asked.id, state: "interrupted", message: "nobody can type here", next: `run \`daybook connect ${asked.id}\` in a terminal` })

const failure = (asked: Asked, state: "forbidden" | "interrupted", message: string) =>
  new SourceFailure({ source: asked.id, state, message, next: `run \`daybook connect ${asked.id}\` again` })

/** An error code of the provider's own, as far as it is one. */
const plain = (code: string) => code.replaceAll(/[^\w .-]/g, "").slice(0, 60)
