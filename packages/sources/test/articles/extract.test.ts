import { describe, expect, it } from "@effect/vitest"
import { extract, plainText, providerText } from "../../src/articles/extract.js"
import { decoded } from "../../../adapters/src/articles/PageReader.js"

const paragraph = "The tide tables were wrong that year, and nobody in the harbour office would say so out loud. "
  .repeat(4)
  .trim()
const page = (head: string, body: string) => `<!DOCTYPE html><html><head>${head}</head><body>${body}</body></html>`
const story = `<nav><a href="/">Home</a></nav><article><h1>Tides</h1><p>${paragraph}</p><p>${paragraph}</p></article><footer>imprint</footer>`

describe("extract", () => {
  it("returns the article's text and the metadata of the head", () => {
    const content = extract(
      page(
        `<title>Tides | Review</title><meta property="og:title" content="Tides &amp; us"><meta property="og:site_name" content="Harbour Review">
      <meta name="description" content="plain"><meta property="og:description" content="About tides"><meta property="og:image" content="/a.png">
      <meta property="article:author" content="https://social.example/writer">
      <script type="application/ld+json">{"@graph":[{"@type":"WebSite"},{"@type":["NewsArticle"],"author":[{"name":"A. Writer"},{"name":"B. Writer"}]}]}</script>`,
        story
      ),
      "https://a.example/deep/page"
    )
    expect(content).toStrictEqual({
      title: "Tides & us",
      author: "A. Writer, B. Writer",
      siteName: "Harbour Review",
      description: "About tides",
      imageUrl: "https://a.example/a.png",
      text: `${paragraph}\n\n${paragraph}`
    })
  })

  it("takes the author that the structured data refers to, anywhere on the page", () => {
    const graph = `[{"@graph":[{"@type":"BlogPosting","headline":"H","author":{"@id":"#w"},"publisher":{"@id":"#o"},"image":{"@id":"#i"}},
      {"@type":"Person","@id":"#w","name":"A. Writer"},{"@type":"Organization","@id":"#o","name":"Harbour"},{"@type":"ImageObject","@id":"#i","url":"https://a.example/i.png"}]}]`
    const { author, imageUrl, siteName } = extract(
      page(
        `<meta name="author" content="https://a.example/w"><script type="application/ld+json">${graph}</script>`,
        story
      ),
      "https://a.example"
    )
    expect([author, siteName, imageUrl]).toStrictEqual(["A. Writer", "Harbour", "https://a.example/i.png"])
    const pictures = `<meta property="og:image" content="data:image/png;base64,AA"><meta name="twitter:image" content="/t.png">`
    expect(extract(page(pictures, story), "https://a.example/x").imageUrl).toBe("https://a.example/t.png")
    expect(
      extract(
        page(`<meta name="author" content="@w"><meta property="article:author" content="B. Writer">`, story),
        "https://a.example"
      ).author
    ).toBe("B. Writer")
  })

  it("returns no text for an empty page, and never fails on invalid HTML", () => {
    expect(
      extract(page("<title>No</title>", "<p>Please enable JavaScript to go on.</p>"), "https://a.example").text
    ).toBeNull()
    for (const html of [
      "",
      "<",
      "no html at all",
      "<html><body><p>unclosed",
      '<script type="application/ld+json">{broken</script>',
      "<!-- -->"
    ])
      extract(html, "https://a.example")
    expect(
      extract(page('<meta property="og:image" content="javascript:alert(1)">', story), "https://a.example").imageUrl
    ).toBeNull()
  })

  it("removes the frame of a read-later service", () => {
    const html = `<html><head><title>x</title><!-- IP:TITLE x /IP:TITLE --><style>p { color: red }</style></head><body><div id="titlebar"><h1>x</h1></div><div id="story"><p>One &amp; <b>two</b></p><img src="a.png"><p><a href="https://b.example">three</a></p></div></body></html>`
    expect(providerText(html)).toBe("One & two\n\nthree")
    expect(providerText("<html><head></head><body></body></html>")).toBeNull()
  })

  it("returns plain text without markup, scripts and link targets", () => {
    expect(
      plainText("<h2>Head</h2><script>x()</script><ul><li>a</li><li>b</li></ul><p>c<br>d &lt;e&gt;</p>").includes("<e>")
    ).toBe(true)
    expect(plainText("<script>x()</script><style>y</style><p>c</p>")).not.toContain("x()")
  })

  it("decodes the page's own character encoding", () => {
    const latin = Buffer.from('<meta charset="iso-8859-1"><p>Zürich</p>', "latin1")
    expect(decoded({ bytes: latin, contentType: "text/html" })).toContain("Zürich")
    expect(decoded({ bytes: Buffer.from("Zürich"), contentType: "text/html; charset=nonsense" })).toContain("Zürich")
    // https://encoding.spec.whatwg.org/index-windows-1252.txt
    const windows = Buffer.from([0x80, 0x20, 0x84, 0x93])
    expect(decoded({ bytes: windows, contentType: "text/html; charset=windows-1252" })).toBe("€ „“")
  })
})
