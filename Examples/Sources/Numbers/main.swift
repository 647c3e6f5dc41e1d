// Numbers out of a movie; iterating starts it.
import VKFilter

var options = MovieOptions()
options.frameLimit = 10
let movie = try MovieFile("media/phone.mp4", options: options)
var count = 0
for try await colour in (movie --> AverageColorExtractor()).values {
  print(colour.red, colour.green, colour.blue)
  count += 1
}
precondition(count == 10)
