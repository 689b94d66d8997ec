import Foundation
import Mica
import MicaDocuments
import MicaSnapshots
import QuartzCore

let json = """
    {"v":"5.5.0","fr":30,"ip":0,"op":15,"w":120,"h":80,"layers":[{"ty":4,"nm":"Ball","ip":0,"op":15,"st":0,
    "ks":{"p":{"a":1,"k":[{"t":0,"s":[20,40]},{"t":15,"s":[100,40]}]}},
    "shapes":[{"ty":"gr","it":[{"ty":"el","p":{"k":[0,0]},"s":{"k":[30,30]}},
    {"ty":"fl","nm":"Fill 1","c":{"k":[1,0.5,0,1]},"o":{"k":100}},{"ty":"tr"}]}]}]}
    """
try json.write(toFile: "ball.json", atomically: true, encoding: .utf8)

let ball = try Document.load("ball.json")
let renderer = LayerRenderer(layer: ball.rootLayer, size: ball.size, scale: 2)
try renderer.write(to: "ball.png", at: 0.25)
try renderer.write(to: "ball.mp4", duration: ball.duration ?? 1, framesPerSecond: ball.framesPerSecond ?? 30)

do {
    try assertSnapshot(
        of: renderer, named: "ball", at: 0.25, file: FileManager.default.currentDirectoryPath + "/main.swift")
} catch let failure as SnapshotFailure where failure.description.contains("was recorded") {}
try assertSnapshot(
    of: renderer, named: "ball", at: 0.25, file: FileManager.default.currentDirectoryPath + "/main.swift")
print("film: all well")
