import { useLayoutEffect, useRef, useState } from "preact/hooks"

/** The width that an element has, in CSS pixels, so that what is drawn in it keeps its letters' size. 0 until it is known. */
export const useWidth = () => {
  const element = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    if (element.current === null) return
    const observer = new ResizeObserver(([entry]) => setWidth(Math.round(entry!.contentRect.width)))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [])
  return { element, width }
}
