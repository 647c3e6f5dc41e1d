// A chain as text, the catalogue as data, and what a chain compiles to.
import VKFilter

for filter in FilterCatalog.all {
  print(filter.name, filter.parameters.map(\.name).joined(separator: " "))
}
let movie = try MovieFile("media/phone.mp4")
let chain = try FilterChain("monochrome=intensity=0.5,brightness=0.1,contrast=1.2")
let plan = try chain.explain(input: movie.format, output: .i420, on: .systemDefault)
print(plan)
precondition(plan.dispatches == 1)
