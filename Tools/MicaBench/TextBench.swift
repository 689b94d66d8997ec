import CMicaAllocations
import CoreGraphics
import Foundation
import UIKit

/// `mica-dev bench text`: what a megabyte of text in a text view costs, in processor time.
@MainActor package final class TextBench {
    /// `mica-dev bench text --help`.
    package static let help = """
        usage: mica-dev bench text [--bytes N] [--keys N]

        Shows a text view with a long text in a window of 390 x 844 points at 2 pixels a point that is drawn by one thread, and
        prints processor time of all threads, so that other work on the machine hardly counts:

          OPEN,BYTES,MS                 from a string to the first picture
          MEMORY,BYTES,TIMES            memory from malloc beyond that of a view with a short text, to the text's bytes in UTF-8
          KEY,PLACE,MEDIAN,HIGH         from a letter's key to the picture that shows it: the median and the longest, in
                                        milliseconds, at the text's beginning, middle and end

          --bytes N     how long the text is; default 1000000
          --keys N      how many letters are typed at each place; default 100
        """

    private static func say(_ line: String) { MicaBench.write(line, to: .standardOutput) }

    /// Paragraphs of some lines each.
    private static func text(_ bytes: Int) -> String {
        let sentence = "The quick brown fox jumps over the lazy dog, and goes on to the next line. "
        var paragraph = ""
        for _ in 0..<4 { paragraph += sentence }
        paragraph += "\n"
        return String(repeating: paragraph, count: max(1, bytes / paragraph.utf8.count))
    }

    /// A window with a text view, the time to its first picture in milliseconds, and its memory in bytes.
    private static func open(_ text: String) -> (stage: ListBench.Stage, view: UITextView, time: Double, memory: Double)
    {
        let before = Double(mica_allocated_bytes())
        let stage = ListBench.Stage()
        let view = UITextView()
        let time = stage.show { bounds in
            view.frame = bounds
            view.font = .systemFont(ofSize: 17)
            view.text = text
            return view
        }
        return (stage, view, time, Double(mica_allocated_bytes()) - before)
    }

    /// Opens the text and types at three places.
    private static func measure(_ bytes: Int, _ keys: Int) {
        let text = text(bytes)
        // Code and fonts that are loaded at their first use are no part of the figures, nor is the picture of a view.
        let short = open(String(text.prefix(8_000)))
        let (stage, view, time, memory) = open(text)
        say("OPEN,\(text.utf8.count),\(String(format: "%.1f", time))")
        let used = (memory - short.memory) / Double(text.utf8.count)
        say("MEMORY,\(text.utf8.count),\(String(format: "%.1f", used))")
        view.becomeFirstResponder()
        let length = view.textStorage.length
        for (name, place) in [("beginning", 0), ("middle", length / 2), ("end", length)] {
            view.selectedRange = NSRange(location: place, length: 0)
            stage.host.advance(to: stage.host.time + 0.5)
            _ = stage.host.image
            var times: [Double] = []
            for _ in 0..<keys {
                let start = ListBench.processorTime
                guard (try? stage.host.perform("type \"x\"")) != nil else { return }
                _ = stage.host.image
                times.append(ListBench.processorTime - start)
            }
            times.sort()
            say("KEY,\(name),\(String(format: "%.2f,%.2f", times[times.count / 2], times.last ?? 0))")
        }
        withExtendedLifetime(short) {}
    }

    /// Runs the command; returns its exit status.
    package static func run(arguments: [String]) -> Int32 {
        var (bytes, keys) = (1_000_000, 100)
        var rest = arguments[...]
        while let word = rest.popFirst() {
            switch word {
            case "--help", "-h":
                MicaBench.write(help, to: .standardOutput)
                return 0
            case "--bytes", "--keys":
                guard let number = rest.takeNumber(least: 1) else {
                    return refuse("\(word) needs a number", of: "bench text")
                }
                if word == "--bytes" { bytes = number } else { keys = number }
            default: return refuse("unknown option '\(word)'", of: "bench text")
            }
        }
        measure(bytes, keys)
        return 0
    }
}
