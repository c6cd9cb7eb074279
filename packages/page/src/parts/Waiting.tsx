import { useEffect, useState } from "preact/hooks"
import { useAnswer } from "../api/useAnswer.js"

/** When a page says what it waits for, and when it says why, in milliseconds. */
const after = { what: 1_000, why: 4_000 }

const useAfter = (milliseconds: number): boolean => {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), milliseconds)
    return () => clearTimeout(timer)
  }, [])
  return isOver
}

/** Whether the host syncs, which takes time from answers. */
const Why = () => {
  const { outcome } = useAnswer("health/sync")
  if (outcome?._tag !== "Success") return null
  const isSyncing = Object.values(outcome.value.sources).some(({ status }) => status === "running")
  return (
    <>
      {" "}
      {isSyncing
        ? "The host is busy with a sync. This comes as soon as it has time."
        : "The host takes longer than usual."}
    </>
  )
}

/** What a part of the page waits for. Nothing is said of what comes at once. */
export const Waiting = ({ what }: { readonly what: string }) => {
  const [saysWhat, saysWhy] = [useAfter(after.what), useAfter(after.why)]
  return (
    <p class={saysWhat ? "quiet waiting" : "visually-hidden"}>
      Reading {what}…{saysWhy && <Why />}
    </p>
  )
}
