import { warn } from "./console.js"
import { part } from "./nodes.js"
import { type Failure, poll } from "./poll.js"
import { styles } from "./styles.js"

/** The attributes of an element, and the language of its figures and dates. */
export interface Attributes {
  /** An attribute; the second value if it is absent or empty. */
  readonly attribute: (name: string, absent?: string) => string
  /** A language for `Intl`; undefined for that of the browser. */
  readonly locale: string | undefined
}

/** A kind of element: what it asks, and the answer as nodes. */
export interface ElementKind<A> {
  /** Its attributes, next to those of all elements. */
  readonly attributes: ReadonlyArray<string>
  /** Milliseconds from an answer to the next request. */
  readonly every: number
  /** The path with its query. */
  readonly path: (attributes: Attributes) => string
  readonly nodes: (answer: A, attributes: Attributes) => ReadonlyArray<Node>
}

const common = ["host", "publishable-key", "locale"]

/** The host that served this module, if a host did: `https://life.example/p/embed.js`. */
const servedBy = (address: string): string => /^(.+)\/p\/embed(?:\.[\w-]+)?\.js$/.exec(address)?.[1] ?? ""

let sheet: CSSStyleSheet | undefined

const styleSheet = () => {
  if (sheet === undefined) (sheet = new CSSStyleSheet()).replaceSync(styles)
  return sheet
}

const localeOf = (element: HTMLElement): string | undefined => {
  const name = element.getAttribute("locale") ?? element.closest<HTMLElement>("[lang]")?.lang
  try {
    return name === undefined ? undefined : Intl.getCanonicalLocales(name)[0]
  } catch {
    return undefined
  }
}

/** Why an element cannot ask; undefined if it can. */
const problemOf = (host: string, key: string): string | undefined => {
  if (!/^https?:\/\//.test(host)) return 'needs the attribute host="https://…"'
  if (key === "") return "needs the attribute publishable-key"
  // A key that shows everything is not sent: it would be in every visitor's browser.
  return key.startsWith("svc_pub_")
    ? undefined
    : "takes publishable keys alone (svc_pub_…): revoke this one, since everybody can read it here"
}

/** Defines an element where there are custom elements. Elsewhere, as in the build of a site, it does nothing. */
export const defineElement = <A>(name: string, kind: ElementKind<A>): void => {
  if (globalThis.customElements === undefined || customElements.get(name) !== undefined) return
  class DaybookElement extends HTMLElement {
    static readonly observedAttributes = [...common, ...kind.attributes]
    #end: (() => void) | undefined
    #isWaiting = false
    #last: string | undefined

    constructor() {
      super()
      const root = this.attachShadow({ mode: "open" })
      root.adoptedStyleSheets = [styleSheet()]
      // What the page put inside stays until there is an answer.
      root.append(document.createElement("slot"))
    }

    connectedCallback() {
      this.#start()
    }

    disconnectedCallback() {
      this.#end?.()
      this.#end = undefined
    }

    attributeChangedCallback() {
      if (this.#end === undefined || this.#isWaiting) return
      // A framework sets several attributes in a row.
      this.#isWaiting = true
      queueMicrotask(() => {
        this.#isWaiting = false
        if (this.isConnected) this.#start()
      })
    }

    #start() {
      this.#end?.()
      const attribute = (of: string, absent = "") => this.getAttribute(of) || absent
      const host = attribute("host", servedBy(import.meta.url)).replace(/\/+$/, "")
      const key = attribute("publishable-key")
      const problem = problemOf(host, key)
      this.#end = () => {}
      if (problem !== undefined) return this.#fail({ status: 0, message: problem, isRefusal: true })
      const attributes = { attribute, locale: localeOf(this) }
      const path = kind.path(attributes)
      const { every } = kind
      const onAnswer = (text: string) => this.#show(text, attributes)
      this.#end = poll({ host, path, key, every, onAnswer, onFailure: (failure) => this.#fail(failure) })
    }

    #show(text: string, attributes: Attributes) {
      const seen = `${this.#seenAs(attributes)}${text}`
      if (seen === this.#last) return
      try {
        const nodes = kind.nodes(JSON.parse(text) as A, attributes)
        this.shadowRoot!.replaceChildren(part("div", "body", nodes))
        this.#last = seen
      } catch {
        this.#fail({ status: 200, message: "the host answered something else than expected", isRefusal: true })
      }
    }

    /** Attributes change what is shown of the same answer. */
    #seenAs({ attribute, locale }: Attributes): string {
      return [locale, ...kind.attributes.map((of) => attribute(of))].join("\n")
    }

    #fail({ isRefusal, message, status }: Failure) {
      if (isRefusal) warn(`${name}: ${message}`)
      this.dispatchEvent(new CustomEvent("daybook-error", { bubbles: true, detail: { status, message } }))
    }
  }
  customElements.define(name, DaybookElement)
}
