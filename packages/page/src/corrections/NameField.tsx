import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks"
import { Field } from "../admin/parts.js"
import { useSession } from "../api/useAnswer.js"
import { type Correctable, domainOf } from "./correction.js"

/** The typing pause before a request, in milliseconds. */
const debounceMs = 200
const limit = 8

/** Names of the library that are like a text, to choose from while typing. */
const useNames = (type: Correctable, text: string): ReadonlyArray<string> => {
  const { host } = useSession()
  const [names, setNames] = useState<ReadonlyArray<string>>([])
  const q = text.trim()
  useEffect(() => {
    if (q === "") return setNames([])
    const controller = new AbortController()
    const timer = setTimeout(() => {
      host.get("search", { q, domain: domainOf(type).domain, limit }, controller.signal).then(
        (outcome) => {
          if (outcome._tag !== "Success") return
          const alike = outcome.value.data.filter(({ entity_type }) => entity_type === type)
          setNames(Array.from(new Set(alike.map(({ title }) => title))))
        },
        () => {}
      )
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [host, q, type])
  return names
}

interface NameFieldProps {
  readonly label: string
  /** The type of the names to choose from; null for a name that is free. */
  readonly names: Correctable | null
  readonly value: string
  readonly onValue: (value: string) => void
}

/** A field for a name, focused as it appears. */
export const NameField = ({ label, names, onValue, value }: NameFieldProps) => {
  const list = useId()
  const input = useRef<HTMLInputElement>(null)
  const similar = useNames(names ?? "artist", names === null ? "" : value)
  useLayoutEffect(() => input.current?.focus(), [])
  return (
    <Field label={label}>
      {(id) => (
        <>
          <input
            ref={input}
            id={id}
            type="text"
            autocomplete="off"
            dir="auto"
            required
            maxLength={500}
            value={value}
            list={list}
            onInput={(event) => onValue(event.currentTarget.value)}
          />
          <datalist id={list}>
            {similar.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  )
}
