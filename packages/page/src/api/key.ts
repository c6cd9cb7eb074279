const place = "daybook.key"

/**
 * Takes a key out of the address (`#key=…`), where neither history nor a copied link shall have it, into the storage of
 * this tab, which ends with it. What stands behind `#` was never sent to anyone.
 */
export const takeKey = (): string | undefined => {
  const given = /^#key=(.+)$/.exec(location.hash)?.[1]
  if (given === undefined) return sessionStorage.getItem(place) ?? undefined
  history.replaceState(null, "", location.pathname + location.search)
  const key = decodeURIComponent(given).trim()
  keepKey(key)
  return key
}

export const keepKey = (key: string): void => sessionStorage.setItem(place, key)

export const forgetKey = (): void => sessionStorage.removeItem(place)
