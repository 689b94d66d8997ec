import CoreGraphics
import Foundation
import MicaBase
import MicaCodecs
import MicaCommandLine
import MicaCurves
import MicaImageFiles
import QuartzCore

/// `mica-dev curves`: the documentation's pictures of animations, drawn by the running code.
enum CurvesCommand {
    /// `mica-dev curves --help`.
    static let help = """
        usage: mica-dev curves [-o DIR] [NAME...] [OPTIONS]

        Draws the pictures of docs/curves.md and docs/timing.md, each as DIR/NAME.png: values of running animations over
        time, and moments of transitions side by side. Without NAME all of them.

          -o DIR             where to; default docs/images/curves
          --check            draw nothing into DIR, and compare with what is there: exit status 1 if any is not the same
          --list             print the names and what they show, and draw nothing
          -q, --quiet        print errors only
        """

    static func run(_ list: [String]) throws {
        var arguments = Arguments(list, of: "curves")
        var (directory, names, isCheck, quiet) = ("docs/images/curves", [String](), false, false)
        let all = CurvePicture.all
        while let item = try arguments.next() {
            switch item {
            case .option("--help"), .option("-h"): return Console.print(help)
            case .option("--list"):
                for picture in all { Console.print("\(picture.name): \(picture.shows)") }
                return
            case .option("-o"), .option("--output"): directory = try arguments.value(of: "-o")
            case .option("--check"): isCheck = true
            case .option("-q"), .option("--quiet"): quiet = true
            case .option(let name):
                throw arguments.unknown(name, among: ["--help", "--list", "--output", "--check", "--quiet"])
            case .input(let name):
                guard all.contains(where: { $0.name == name }) else {
                    throw arguments.wrong("there is no picture '\(name)'" + didYouMean(name, among: all.map(\.name)))
                }
                names.append(name)
            }
        }
        if !isCheck { try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true) }
        var stale: [String] = []
        for picture in all where names.isEmpty || names.contains(picture.name) {
            let path = "\(directory)/\(picture.name).png"
            let bitmap = picture.draw().resource.bitmap()
            if isCheck {
                if try !isSame(bitmap, as: path) { stale.append(path) }
            } else {
                try Data(PNGEncoder.encode(bitmap)).write(to: URL(fileURLWithPath: path))
                if !quiet { Console.print("\(path): \(picture.shows)") }
            }
        }
        guard stale.isEmpty else {
            throw CurvesError(description: "not as the code draws it: \(stale.joined(separator: ", "))")
        }
    }

    private static func isSame(_ bitmap: Bitmap, as path: String) throws -> Bool {
        guard let data = FileManager.default.contents(atPath: path) else { return false }
        return try decodeImage([UInt8](data)) == bitmap
    }
}

/// Pictures that differ from the code's.
struct CurvesError: Error, CustomStringConvertible {
    /// Which pictures, in words.
    let description: String
}
