import { type NewRawPayload, RawPayloads, type RejectedAnswer, type RejectedFile, RawStore } from "@daybook/core/sync"
import { Clock, Duration, Effect, Layer, Option } from "effect"
import { fileFacts } from "./fileFacts.js"
import { rawSettings } from "./settings.js"
import { withoutSecrets } from "./withoutSecrets.js"

/** Maximum length of a payload, in characters before and bytes after. */
const maxLength = 8 * 1_048_576
/** A secret that the end of a cut text splits is not recognised. No secret is longer than this. */
const maxSecretLength = 4_096
const maxTextLength = 300

/** A sync does not wait for a database or a disk that does not answer. */
const patience = { answer: Duration.seconds(5), file: Duration.minutes(1) }

/** One line without control characters. */
const lineOf = (text: string) =>
  withoutSecrets(text)
    .replace(/[\p{C}\s]+/gu, " ")
    .trim()
    .slice(0, maxTextLength)

const payloadOf = ({ key, mediaType, reason, secrets, source, status, text }: RejectedAnswer): NewRawPayload => {
  const isLong = text.length > maxLength
  const safe = withoutSecrets(text.slice(0, maxLength), secrets)
  const bytes = Buffer.from(isLong ? safe.slice(0, -maxSecretLength) : safe)
  return {
    ...{
      source,
      kind: "answer",
      status,
      bytes: bytes.subarray(0, maxLength),
      isCut: isLong || bytes.length > maxLength
    },
    ...{ key: lineOf(key), reason: lineOf(reason), mediaType: mediaType === null ? null : lineOf(mediaType) }
  }
}

/** Texts are blanked before they become JSON, so that it stays JSON. */
const withoutSecretTexts = (_: string, value: unknown) => (typeof value === "string" ? withoutSecrets(value) : value)

const filePayloadOf = (rejected: RejectedFile) =>
  Effect.map(fileFacts(rejected), (facts): NewRawPayload => {
    const bytes = Buffer.from(JSON.stringify(facts, withoutSecretTexts, 1))
    return {
      ...{ source: rejected.source, kind: "file", status: null, mediaType: "application/json" },
      ...{ key: lineOf(rejected.file.name), reason: lineOf(rejected.reason) },
      ...{ bytes: bytes.subarray(0, maxLength), isCut: bytes.length > maxLength }
    }
  })

/** Stores what could not be parsed, if the settings say so. What is lost here never fails a sync or an import. */
export const layer = Layer.effect(
  RawPayloads,
  Effect.gen(function* () {
    const { mode } = yield* rawSettings.config
    const store = yield* RawStore
    const keep = <E>(payload: Effect.Effect<NewRawPayload, E>, source: string, limit: Duration.Duration) =>
      Effect.flatMap(payload, (one) => Effect.flatMap(Clock.currentTimeMillis, (now) => store.put(one, now))).pipe(
        Effect.timeout(limit),
        Effect.catchAllCause((cause) =>
          Effect.as(Effect.logWarning(`what ${source} said is not kept`, cause), Option.none<number>())
        )
      )
    return mode === "off"
      ? { answer: () => Effect.succeedNone, file: () => Effect.succeedNone }
      : {
          answer: (rejected: RejectedAnswer) =>
            keep(
              Effect.sync(() => payloadOf(rejected)),
              rejected.source,
              patience.answer
            ),
          file: (rejected: RejectedFile) =>
            keep(
              Effect.suspend(() => filePayloadOf(rejected)),
              rejected.source,
              patience.file
            )
        }
  })
)
