import Foundation
import Mica
import MicaCodecs
import MicaDocuments
import QuartzCore
import Testing

/// A document with particles, drawn by processes of their own: however a time is reached, and on however many threads, the
/// frame at it is the same.
@Suite struct ParticleProcessTests {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// Particles that bear particles, an animated rate, every render mode's cost of sorting, and more than enough lanes
    /// for eight threads.
    private static let document = """
        <caml xmlns="http://www.apple.com/CoreAnimation/1.0"><CAEmitterLayer bounds="0 0 96 96" position="48 48"
            emitterPosition="48 30" emitterSize="60 0" emitterShape="line" emitterMode="surface" renderMode="oldestLast"
            seed="7">
          <emitterCells>
            <CAEmitterCell name="rain" birthRate="2600" lifetime="1.5" lifetimeRange="0.5" velocity="40"
                velocityRange="30" emissionRange="6.28" yAcceleration="20" color="0.4 0.6 1 0.8" redRange="0.6"
                spin="2" spinRange="4" scale="0.12" scaleRange="0.1" alphaSpeed="-0.4">
              <contents type="CGImage" src="spark.png"/>
              <emitterCells>
                <CAEmitterCell name="trail" birthRate="3" lifetime="0.3" color="1 0.9 0.3 1" scale="0.5">
                  <contents type="CGImage" src="spark.png"/>
                </CAEmitterCell>
              </emitterCells>
            </CAEmitterCell>
          </emitterCells>
          <animations>
            <x type="CABasicAnimation" keyPath="emitterCells.rain.birthRate" duration="2" beginTime="1e-100">
              <fromValue type="real" value="500"/><toValue type="real" value="3000"/>
            </x>
          </animations>
        </CAEmitterLayer></caml>
        """

    private func document() throws -> String {
        _ = try scratch.write(try png(width: 8, height: 8), to: "spark.png")
        return try scratch.write(Self.document, to: "particles.caml")
    }

    @Test func particles_are_the_same_bytes_in_every_process_and_on_any_threads() throws {
        let input = try document()
        func render(_ arguments: String...) throws {
            let command = try Command(arguments: ["render", input, "-q"] + arguments)
            try #require(command.status == 0, "\(command.errors)")
        }
        // Played in one process.
        try render("--frames", "0..4", "--fps", "2", "--threads", "1", "-o", scratch.path("played-%d.png"))
        // Sought, one process a time, backwards, on 1 to 8 threads.
        for threads in [1, 2, 3, 4, 5, 6, 7, 8] {
            let frame = 3 - threads % 3
            let output = scratch.path("sought-\(threads).png")
            try render("--time", "\(Double(frame) / 2)", "--threads", "\(threads)", "-o", output)
            #expect(try scratch.bytes("sought-\(threads).png") == scratch.bytes("played-\(frame).png"), "\(threads)")
        }
        #expect(try scratch.bytes("played-1.png") != scratch.bytes("played-2.png"))
    }

    @Test func particles_of_another_process_are_those_of_this_one() throws {
        let input = try document()
        let command = try Command("render", input, "-q", "--time", "1.5", "-o", scratch.path("theirs.png"))
        try #require(command.status == 0, "\(command.errors)")
        let theirs = try decodeImage(try scratch.bytes("theirs.png"))
        let document = try Document.load(URL(fileURLWithPath: input))
        let renderer = LayerRenderer(layer: document.rootLayer, threads: 5)
        // Scrubbed: beyond the time, before it, and to it.
        _ = renderer.bitmap(at: 1.9)
        _ = renderer.bitmap(at: 0.4)
        #expect(renderer.bitmap(at: 1.5).pixels == theirs.pixels)
    }
}
