import type { Answers } from "../api/Answers.js"
import { Picture } from "../pictures/Picture.js"

type Item = Answers["feed"]["data"][number]

const words: Readonly<Record<string, string>> = { listening: "Listening", running: "Running", watching: "Watching", collecting: "Shelf", reading: "Reading", attending: "Attending" }

/** One thing that happened. */
export const Happening = ({ item: { domain, image, subtitle, title } }: { readonly item: Item }) => (
  <li class={`happening of-${domain}`}>
    <Picture image={image} alt="" initial={words[domain] ?? domain} width={44} height={44} />
    <span class="what"><span class="name">{title}</span>{subtitle !== null && <span class="quiet">{subtitle}</span>}</span>
    <span class="domain-name">{words[domain] ?? domain}</span>
  </li>
)
