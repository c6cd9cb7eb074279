const secretNames = /^(x-plex-token|api_?key|access_?token|token|client_?key)$/i

/** An address without what opens a door: media servers put their token into the addresses that they give. */
export const withoutTokens = (address: string): string => {
  if (!URL.canParse(address)) return address
  const url = new URL(address)
  const secrets = [...url.searchParams.keys()].filter((name) => secretNames.test(name))
  if (secrets.length === 0 && url.username === "" && url.password === "") return address
  for (const name of secrets) url.searchParams.delete(name)
  url.username = ""
  url.password = ""
  return url.href
}
