import VKCore

/// A filter on the page of a gallery.
struct GalleryEntry {
  /// What one case came to.
  enum Outcome {
    /// A picture, by its file's name.
    case picture(String)
    /// Numbers, as JSON.
    case numbers(String)
    /// Nothing, for a reason.
    case nothing(String)
  }

  let filter: FilterDescription
  let shown: [(chain: String, outcome: Outcome)]
}

/// The page of a gallery: filters by category, a field to search them, the chain's text under each picture.
struct GalleryPage {
  /// The name of the picture as it was.
  let original: String
  let entries: [GalleryEntry]

  /// The page's HTML; its pictures lie beside it, all else is in it.
  var html: String {
    let sections = FilterCategory.allCases.compactMap { category -> String? in
      let here = entries.filter { $0.filter.category == category }
      guard !here.isEmpty else { return nil }
      return "<section><h2>\(category.rawValue)</h2>\n\(here.map(card).joined())</section>\n"
    }
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <title>VKFilter: every filter</title>
      <style>\(Self.style)</style>
      </head>
      <body>
      <header>
      <h1>\(entries.count) filters</h1>
      <input type="search" id="search" placeholder="Search names and descriptions"
      aria-label="Search names and descriptions" autofocus>
      <figure><img src="\(escaped(original))" alt="the picture as it was">
      <figcaption>as it was</figcaption></figure>
      </header>
      \(sections.joined())<script>\(Self.script)</script>
      </body>
      </html>

      """
  }

  private func card(_ entry: GalleryEntry) -> String {
    let filter = entry.filter
    let names = ([filter.typeName] + filter.aliases).joined(separator: ", ")
    let words = escaped("\(filter.name) \(names) \(filter.summary)".lowercased())
    return """
      <article id="\(escaped(filter.name))" data-words="\(words)">
      <h3>\(escaped(filter.name))</h3>
      <p>\(escaped(filter.summary)) <span class="names">\(escaped(names))</span></p>
      <div class="row">
      \(entry.shown.map(figure).joined())</div>
      </article>

      """
  }

  private func figure(_ chain: String, _ outcome: GalleryEntry.Outcome) -> String {
    let chain = escaped(chain)
    let content =
      switch outcome {
      case .picture(let name):
        "<img loading=\"lazy\" src=\"\(escaped(name))\" alt=\"\(chain)\">"
      case .numbers(let text): "<pre>\(escaped(text))</pre>"
      case .nothing(let reason): "<p class=\"nothing\">\(escaped(reason))</p>"
      }
    return """
      <figure>\(content)
      <figcaption><button title="Copy">\(chain)</button></figcaption></figure>

      """
  }

  private static let style = """
    body{font:16px/1.4 sans-serif;margin:0 auto;max-width:1400px;padding:1rem;background:#fff;color:#111}
    header{display:flex;gap:1rem;align-items:center;flex-wrap:wrap}
    input{font:inherit;padding:.4rem .6rem;flex:1;min-width:16rem}
    h2{border-bottom:1px solid #999;margin-top:2rem}h3{margin:.5rem 0 0}p{margin:.2rem 0 .5rem}
    .names{color:#666}.row{display:flex;flex-wrap:wrap;gap:.75rem}figure{margin:0;max-width:320px}
    img{display:block;max-width:100%;background:repeating-conic-gradient(#ccc 0 25%,#fff 0 50%) 0 0/16px 16px}
    figcaption button{font:13px monospace;border:0;background:#eee;padding:.2rem .4rem;cursor:pointer;
    max-width:320px;overflow-wrap:anywhere;text-align:left}
    pre{font:12px monospace;max-width:320px;max-height:240px;overflow:auto;background:#f5f5f5;padding:.5rem}
    .nothing{max-width:300px;color:#666}[hidden]{display:none}
    """

  private static let script = """
    const all=[...document.querySelectorAll('article')];
    document.getElementById('search').addEventListener('input',e=>{
    const words=e.target.value.toLowerCase().split(/\\s+/).filter(w=>w);
    for(const a of all)a.hidden=!words.every(w=>a.dataset.words.includes(w));
    for(const s of document.querySelectorAll('section'))s.hidden=!s.querySelector('article:not([hidden])');});
    document.addEventListener('click',e=>{if(e.target.tagName==='BUTTON')
    navigator.clipboard?.writeText(e.target.textContent);});
    """
}
