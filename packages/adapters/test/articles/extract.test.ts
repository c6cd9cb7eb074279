import { assert, describe, it } from "@effect/vitest"
import { decoded } from "../../src/articles/decoded.js"
import { extract } from "../../src/articles/extract.js"
import { plainText } from "../../src/articles/plainText.js"
import { providerText } from "../../src/articles/providerText.js"

const paragraph = "The tide tables were wrong that year, and nobody in the harbour office would say so out loud. ".repeat(4).trim()
const page = (head: string, body: string) => `<!DOCTYPE html><html><head>${head}</head><body>${body}</body></html>`
const story = `<nav><a href="/">Home</a></nav><article><h1>Tides</h1><p>${paragraph}</p><p>${paragraph}</p></article><footer>imprint</footer>`

describe("an article out of its page", () => {
  it("is its text, and what the head says of it", () => {
    const found = extract(page(`<title>Tides | Review</title><meta property="og:title" content="Tides &amp; us"><meta property="og:site_name" content="Harbour Review">
      <meta name="description" content="plain"><meta property="og:description" content="About tides"><meta property="og:image" content="/a.png">
      <meta property="article:author" content="https://social.example/writer">
      <script type="application/ld+json">{"@graph":[{"@type":"WebSite"},{"@type":["NewsArticle"],"author":[{"name":"A. Writer"},{"name":"B. Writer"}]}]}</script>`, story), "https://a.example/deep/page")
    assert.deepStrictEqual(found, {
      title: "Tides & us", author: "A. Writer, B. Writer", siteName: "Harbour Review", description: "About tides", imageUrl: "https://a.example/a.png", text: `${paragraph}\n\n${paragraph}`
    })
  })

  it("is by whom its structured data refers to, wherever on the page that stands", () => {
    const graph = `[{"@graph":[{"@type":"BlogPosting","headline":"H","author":{"@id":"#w"},"publisher":{"@id":"#o"},"image":{"@id":"#i"}},
      {"@type":"Person","@id":"#w","name":"A. Writer"},{"@type":"Organization","@id":"#o","name":"Harbour"},{"@type":"ImageObject","@id":"#i","url":"https://a.example/i.png"}]}]`
    const { author, imageUrl, siteName } = extract(page(`<meta name="author" content="https://a.example/w"><script type="application/ld+json">${graph}</script>`, story), "https://a.example")
    assert.deepStrictEqual([author, siteName, imageUrl], ["A. Writer", "Harbour", "https://a.example/i.png"])
    const pictures = `<meta property="og:image" content="data:image/png;base64,AA"><meta name="twitter:image" content="/t.png">`
    assert.strictEqual(extract(page(pictures, story), "https://a.example/x").imageUrl, "https://a.example/t.png")
    assert.strictEqual(extract(page(`<meta name="author" content="@w"><meta property="article:author" content="B. Writer">`, story), "https://a.example").author, "B. Writer")
  })

  it("has no text where there is nothing to read, and never fails on what is no page", () => {
    assert.strictEqual(extract(page("<title>No</title>", "<p>Please enable JavaScript to go on.</p>"), "https://a.example").text, null)
    for (const html of ["", "<", "no html at all", "<html><body><p>unclosed", "<script type=\"application/ld+json\">{broken</script>", "<!-- -->"]) extract(html, "https://a.example")
    assert.strictEqual(extract(page("<meta property=\"og:image\" content=\"javascript:alert(1)\">", story), "https://a.example").imageUrl, null)
  })

  it("is told from the frame that a read-later service puts around it", () => {
    const html = `<html><head><title>x</title><!-- IP:TITLE x /IP:TITLE --><style>p { color: red }</style></head><body><div id="titlebar"><h1>x</h1></div><div id="story"><p>One &amp; <b>two</b></p><img src="a.png"><p><a href="https://b.example">three</a></p></div></body></html>`
    assert.strictEqual(providerText(html), "One & two\n\nthree")
    assert.strictEqual(providerText("<html><head></head><body></body></html>"), null)
  })

  it("is plain: no markup, no scripts, no addresses", () => {
    assert.strictEqual(plainText("<h2>Head</h2><script>x()</script><ul><li>a</li><li>b</li></ul><p>c<br>d &lt;e&gt;</p>").includes("<e>"), true)
    assert.notInclude(plainText("<script>x()</script><style>y</style><p>c</p>"), "x()")
  })

  it("is read in the characters that it is written in", () => {
    const latin = Buffer.from("<meta charset=\"iso-8859-1\"><p>Zürich</p>", "latin1")
    assert.include(decoded({ bytes: latin, contentType: "text/html" }), "Zürich")
    assert.include(decoded({ bytes: Buffer.from("Zürich"), contentType: "text/html; charset=nonsense" }), "Zürich")
  })
})
