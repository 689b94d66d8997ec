import Foundation
import MicaCommandLine
import MicaDocuments
import MicaSurface
import QuartzCore
import Testing

@testable import MicaCommand

/// How command lines are read.
@Suite struct OptionTests {
    private func parse(_ line: String...) throws -> RenderOptions {
        try #require(try RenderOptions.parse(["in.caml"] + line))
    }

    @Test func option_defaults() throws {
        let options = try parse("-o", "a.png")
        #expect(options.inputs == ["in.caml"])
        #expect(
            options.scale == 1 && options.frameRate == FrameRate(30) && options.size == nil && options.background == nil
        )
        #expect(options.frameRange == 0..<1)
        #expect(!options.isAnimation)
    }

    @Test func option_values_may_be_attached() throws {
        let options = try parse("--output=a.png", "--size=390X844", "--state=--odd name")
        #expect(options.size == CGSize(width: 390, height: 844))
        #expect(options.state == "--odd name")
    }

    @Test func option_words_after_two_dashes_are_inputs() throws {
        #expect(try parse("-o", "a.png", "--", "--time", "-o").inputs == ["in.caml", "--time", "-o"])
    }

    @Test func frames_follow_from_duration_rate_and_output() throws {
        #expect(try parse("-o", "a.mp4").frameRange == 0..<150)
        #expect(try parse("-o", "a.webp").frameRange == 0..<150)
        #expect(try parse("-o", "a.webp", "--time", "1").frameRange == 0..<1)
        #expect(try parse("-o", "a.webp", "--duration", "0.5", "--fps", "24").frameRange == 0..<12)
        #expect(try parse("-o", "a.mp4", "--frames", "30..60").frameRange == 30..<60)
        #expect(try parse("-o", "a-%03d.png", "--time", "1").isAnimation == false)
        #expect(try parse("-o", "a-%03d.png").isAnimation)
        #expect(throws: UsageError.self) { try parse("-o", "a.mp4", "--time", "1", "--duration", "2") }
        #expect(throws: UsageError.self) { try parse("-o", "a.mp4", "--duration", "1000000", "--fps", "1000") }
    }

    @Test func transition_names_may_hold_spaces() throws {
        let transition = try #require(RenderOptions.Transition("Lid closed:Lid @ open@1.5"))
        #expect(transition.from == "Lid closed" && transition.to == "Lid @ open" && transition.time == 1.5)
        for wrong in ["A:B", "A@1", ":B@1", "A:@1", "A:B@", "A:B@-1", "A:B@inf", "A:B@nan", ""] {
            #expect(RenderOptions.Transition(wrong) == nil)
        }
    }

    @Test func colours_are_read_in_all_forms() throws {
        for (text, components) in [
            ("#f00", [1, 0, 0, 1]), ("#0000ff", [0, 0, 1, 1]), ("#00ff0000", [0, 1, 0, 0]), ("White", [1, 1, 1, 1]),
        ] as [(String, [CGFloat])] {
            #expect(try #require(parseColor(text)).components == components)
        }
        for wrong in ["", "#", "#12", "#12345", "#ggg", "nearly white"] { #expect(parseColor(wrong) == nil) }
    }

    @Test func suggestions_are_near() {
        let known = ["--size", "--scale", "--state"]
        #expect(Spelling.nearest(to: "--sclae", among: known) == "--scale")
        #expect(Spelling.nearest(to: "--State", among: known) == "--state")
        #expect(Spelling.nearest(to: "--verbose", among: known) == nil)
        #expect(Spelling.nearest(to: "", among: []) == nil)
    }
}
