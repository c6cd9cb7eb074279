import { Option } from "effect"

/** JSON, with `NaN` and infinities outside of texts as null: some apps write them. None if it cannot be parsed. */
export const parseLoosely = (text: string): Option.Option<unknown> => {
  const parse = Option.liftThrowable((json: string): unknown => JSON.parse(json))
  const plain = text.replace(/^\ufeff/, "")
  return Option.orElse(parse(plain), () =>
    parse(plain.replace(/"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/g, (part) => (part.startsWith('"') ? part : "null")))
  )
}
