import Foundation
import Mica
import MicaDocuments

// Draws a Lottie document into a film, with another text where the document has one:
//
//     film card.json card.mp4 'Title.Text=Hello'

func film(_ input: String, to output: String, texts: [String: String]) throws {
    let document = try Document.load(input, texts: texts)
    for problem in document.problems { FileHandle.standardError.write(Data("film: \(problem)\n".utf8)) }
    let renderer = LayerRenderer(layer: document.rootLayer, size: document.size, scale: 2)
    try renderer.write(
        to: output, duration: document.duration ?? 5, framesPerSecond: document.framesPerSecond ?? 30)
}

let arguments = CommandLine.arguments.dropFirst()
guard arguments.count >= 2 else {
    FileHandle.standardError.write(Data("usage: film DOCUMENT OUTPUT [NAME.Text=VALUE...]\n".utf8))
    exit(2)
}
var texts: [String: String] = [:]
for word in arguments.dropFirst(2) {
    let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
    if parts.count == 2 { texts[parts[0]] = parts[1] }
}
do {
    try film(arguments[1], to: arguments[2], texts: texts)
} catch {
    FileHandle.standardError.write(Data("film: \(error.localizedDescription)\n".utf8))
    exit(1)
}
