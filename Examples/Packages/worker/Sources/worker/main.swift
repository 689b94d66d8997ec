import Foundation
import Mica
import QuartzCore

// Reads a card a line from standard input, as JSON, and writes a line for each to standard output: the file that was written, or the
// error. A program in any language can start it and keep it running:
//
//     echo '{"title": "Hello", "colour": [0.2, 0.4, 0.9], "file": "hello.png"}' | worker

struct Request: Decodable {
    var title: String
    /// Red, green and blue, each from 0 to 1.
    var colour: [Double]
    var file: String
}

struct Answer: Encodable {
    var file: String?
    var error: String?
}

struct WrongColour: LocalizedError {
    var errorDescription: String? { "\"colour\" is an array of three numbers from 0 to 1" }
}

func picture(of request: Request) throws -> Data {
    guard request.colour.count == 3, request.colour.allSatisfy({ (0...1).contains($0) }) else { throw WrongColour() }
    let card = CALayer()
    card.bounds.size = CGSize(width: 320, height: 180)
    card.cornerRadius = 20
    card.backgroundColor = CGColor(
        srgbRed: request.colour[0], green: request.colour[1], blue: request.colour[2], alpha: 1)
    let title = CATextLayer()
    title.string = request.title
    title.fontSize = 32
    title.alignmentMode = .center
    title.truncationMode = .end
    title.contentsScale = 2
    title.frame = CGRect(x: 20, y: 68, width: 280, height: 44)
    card.addSublayer(title)
    // One thread a picture: start a worker for each core.
    return try LayerRenderer(layer: card, scale: 2, threads: 1).pngData()
}

func answer(to line: String) -> Answer {
    do {
        let request = try JSONDecoder().decode(Request.self, from: Data(line.utf8))
        try picture(of: request).write(to: URL(fileURLWithPath: request.file))
        return Answer(file: request.file)
    } catch {
        return Answer(error: error.localizedDescription)
    }
}

let encoder = JSONEncoder()
encoder.outputFormatting = .sortedKeys
while let line = readLine() {
    // One whole line at a time, so that whoever waits for it has it at once.
    FileHandle.standardOutput.write(try encoder.encode(answer(to: line)) + Data("\n".utf8))
}
