import { useEffect, useRef } from "preact/hooks"

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)

/** What is folded away cannot have the focus. */
const isFolded = (entry: HTMLElement) => entry.localName !== "summary" && entry.closest("details:not([open])") !== null

/** The entries that `j` and `k` walk: the first link or button of each item of the lists in the content. */
const entries = (): ReadonlyArray<HTMLElement> =>
  Array.from(document.querySelectorAll("main li, main tbody tr")).flatMap((item) => {
    const entry = item.querySelector<HTMLElement>("a[href], summary, button")
    return entry === null || entry.closest("li, tr") !== item || isFolded(entry) ? [] : [entry]
  })

const walk = (step: 1 | -1): void => {
  const all = entries()
  const active = document.activeElement
  const at = all.findIndex((entry) => entry === active || entry.closest("li, tr")?.contains(active) === true)
  const next = at === -1 ? (step === 1 ? 0 : all.length - 1) : Math.min(Math.max(at + step, 0), all.length - 1)
  all[next]?.focus()
}

/** Opens what repairs the record of the page. Its first field takes the focus. */
const correct = (): void => {
  const summary = document.querySelector<HTMLElement>("summary[aria-keyshortcuts=c]")
  summary?.focus()
  if (summary?.closest("details")?.open === false) summary.click()
}

const keys = [
  ["/", "search"],
  ["j", "next entry of the lists"],
  ["k", "previous entry"],
  ["Enter", "open the entry"],
  ["c", "correct what is wrong with this page’s record"],
  ["← →", "walk along a chart that has the focus"],
  ["Esc", "close, or clear the search"],
  ["?", "this list"]
] as const

/** The keys of every page, and the dialog that lists them. */
export const Keyboard = () => {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (dialog.current?.open === true) return
      if (event.key === "/") document.querySelector<HTMLInputElement>("input[type=search]")?.focus()
      else if (event.key === "j") walk(1)
      else if (event.key === "k") walk(-1)
      else if (event.key === "c") correct()
      else if (event.key === "?") dialog.current?.showModal()
      else return
      event.preventDefault()
    }
    document.addEventListener("keydown", onKey)
    return () => document.removeEventListener("keydown", onKey)
  }, [])
  return (
    <dialog ref={dialog} class="keys" aria-labelledby="keys">
      <h2 id="keys">Keys</h2>
      <dl>
        {keys.map(([key, use]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{use}</dd>
          </div>
        ))}
      </dl>
      <button type="button" onClick={() => dialog.current?.close()}>
        Close
      </button>
    </dialog>
  )
}
