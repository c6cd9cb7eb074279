import { useEffect, useMemo, useState } from "preact/hooks"
import type { Answers } from "../../api/Answers.js"
import { inUnits } from "../../api/availability.js"
import type { Outcome } from "../../api/host.js"
import { useAnswer, useSession } from "../../api/useAnswer.js"
import { useFile } from "../../api/useFile.js"
import { Block, failureText } from "../../parts/Block.js"
import { Domain } from "../../parts/Frame.js"
import { useParameter } from "../../router/location.js"

type Card = Answers["year/:year/cards"]["data"][number]

const cardSize = { width: 1200, height: 630 }

const addressOf = (year: number, file: string, theme: "auto" | "light" | "dark") => {
  const query = new URLSearchParams({ theme, ...inUnits }).toString()
  return `v1/year/${year}/cards/${file}?${query}`
}

/** The policy of the page allows pictures in their address, and none of another kind. */
const addressOfPicture = async (svg: Blob) => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(await svg.text())}`

const usePicture = (year: number, name: string) => {
  const file = useFile(addressOf(year, `${name}.svg`, "auto"))
  const [picture, setPicture] = useState<{ readonly address: string; readonly source: string }>()
  useEffect(() => {
    if (file?.outcome._tag !== "Success") return
    let current = true
    void addressOfPicture(file.outcome.value).then((source) => current && setPicture({ address: file.address, source }))
    return () => {
      current = false
    }
  }, [file])
  return { picture, failure: file === undefined || file.outcome._tag === "Success" ? undefined : file.outcome }
}

/** Saves bytes as a file of the reader's computer. */
const save = (bytes: Blob, name: string) => {
  const link = document.createElement("a")
  link.href = URL.createObjectURL(bytes)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

const canShare = (file: File) => typeof navigator.canShare === "function" && navigator.canShare({ files: [file] })

const isDark = () => matchMedia("(prefers-color-scheme: dark)").matches

const Downloads = ({ card, year }: { readonly card: Card; readonly year: number }) => {
  const { host } = useSession()
  const [failure, setFailure] = useState<Outcome<unknown>>()
  const [pending, setPending] = useState(false)
  const fetchFile = async (format: "svg" | "png", use: (bytes: Blob, name: string) => unknown) => {
    setPending(true)
    const file = `${card.name}.${format}`
    const outcome = await host.file(addressOf(year, file, isDark() ? "dark" : "light"), new AbortController().signal)
    setPending(false)
    setFailure(outcome._tag === "Success" ? undefined : outcome)
    if (outcome._tag === "Success") await use(outcome.value, `${year}-${file}`)
  }
  const share = (bytes: Blob, name: string) => {
    const file = new File([bytes], name, { type: "image/png" })
    // The person may close the dialog, which is no failure.
    return canShare(file) ? navigator.share({ files: [file], title: card.title }).catch(() => {}) : save(bytes, name)
  }
  return (
    <p class="downloads" aria-busy={pending}>
      <button type="button" onClick={() => void fetchFile("png", save)}>
        Download PNG
      </button>
      <button type="button" onClick={() => void fetchFile("svg", save)}>
        Download SVG
      </button>
      {typeof navigator.share === "function" && (
        <button type="button" onClick={() => void fetchFile("png", share)}>
          Share
        </button>
      )}
      {failure !== undefined && <span class="quiet">{failureText(failure)}</span>}
    </p>
  )
}

interface ShowProps {
  readonly year: number
  readonly cards: ReadonlyArray<Card>
}

const Show = ({ cards, year }: ShowProps) => {
  const [name, setName] = useParameter("card", cards[0]!.name)
  const at = Math.max(
    cards.findIndex((card) => card.name === name),
    0
  )
  const card = cards[at]!
  const { failure, picture } = usePicture(year, card.name)
  // The previous picture stays, with its own text, until the next one is there.
  const drawn = cards.find(({ name }) => picture?.address === addressOf(year, `${name}.svg`, "auto"))
  const step = (by: number) => setName(cards[Math.min(Math.max(at + by, 0), cards.length - 1)]!.name)
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0
    if (by === 0) return
    event.preventDefault()
    step(by)
  }
  return (
    <div class="cards" onKeyDown={onKeyDown}>
      <div class="card" style={{ aspectRatio: `${cardSize.width} / ${cardSize.height}` }}>
        {picture !== undefined && drawn !== undefined && (
          <img src={picture.source} alt={`${drawn.title}. ${drawn.description}`} {...cardSize} />
        )}
        {failure !== undefined && <p class="quiet">{failureText(failure)}</p>}
      </div>
      <div class="steps">
        <button type="button" disabled={at === 0} onClick={() => step(-1)}>
          Back
        </button>
        <span role="status">
          Card {at + 1} of {cards.length}
          <span class="visually-hidden">: {card.title}</span>
        </span>
        <button type="button" disabled={at === cards.length - 1} onClick={() => step(1)}>
          Next
        </button>
        <Downloads card={card} year={year} />
      </div>
    </div>
  )
}

/** The year as cards to step through, each of which can be saved. */
export const YearCards = ({ year }: { readonly year: number }) => {
  const answer = useAnswer(
    "year/:year/cards",
    useMemo(() => ({ year, ...inUnits }), [year])
  )
  if (answer.outcome?._tag === "Empty") return <p class="quiet">There is nothing of this year.</p>
  return (
    <Domain id="cards" title="To send">
      <Block title={`Cards of ${year}`} answer={answer} class="whole" rows={20} nothing="">
        {({ data }) => <Show key={year} year={year} cards={data} />}
      </Block>
    </Domain>
  )
}
