import Foundation
import MicaBase
import MicaCodecs

/// A pixel that is known beforehand.
package struct ExpectedPixel: Sendable {
    /// The column and the row, in pixels.
    package var x: Int, y: Int
    /// The premultiplied pixel, 0xAARRGGBB.
    package var pixel: UInt32

    /// Makes an expectation.
    package init(x: Int, y: Int, pixel: UInt32) {
        (self.x, self.y, self.pixel) = (x, y, pixel)
    }
}

/// The kinds of expectations of a scene, in order of worth.
package enum Expectation: Sendable {
    /// The same as another scene.
    case same(Scene)
    /// Different from another scene, in at least so many pixels.
    case different(Scene, pixels: Int)
    /// Pixels that follow from what the properties mean. The test's tolerance counts only these pixels.
    case pixels([ExpectedPixel])
    /// An image that Apple's Core Animation drew of an archive, by its name; outside data.
    case reference(String)
    /// The image that was accepted as this project's own, in Tests/Reftests/Goldens.
    case golden
}

/// A scene, its expected picture, and its tolerance.
package struct Reftest: Sendable, CustomStringConvertible {
    /// The name, for messages and files; letters, digits and hyphens. No other test has it.
    package var name: String
    /// The scene.
    package var scene: Scene
    /// The expected picture.
    package var expectation: Expectation
    /// How exactly.
    package var fuzz: Fuzz
    /// Variants that may differ, and by how much.
    package var variantFuzz: [Variant: Fuzz]
    /// Whether one colour all over is expected.
    package var mayBeBlank: Bool

    /// Makes a reftest.
    package init(
        _ scene: Scene, _ expectation: Expectation, fuzz: Fuzz = .exact, variants variantFuzz: [Variant: Fuzz] = [:],
        mayBeBlank: Bool = false
    ) {
        (name, self.scene, self.expectation, self.fuzz) = (scene.name, scene, expectation, fuzz)
        (self.variantFuzz, self.mayBeBlank) = (variantFuzz, mayBeBlank)
    }

    package var description: String { name }
}

/// A picture that differs from the expected one.
package struct ReftestFailure: Sendable {
    /// The test, with its variant.
    package var name: String
    /// The fault.
    package var reason: String
    /// The expectation, if it is a picture.
    package var expected: Bitmap?
    /// The drawn picture.
    package var actual: Bitmap

    /// The failure, and where to look at it.
    package var message: String { "\(name): \(reason); see \(ReftestReport.page.path)" }
}

extension Reftest {
    /// Draws the scene and compares; failures also go into the report, unless they are wanted.
    package func check(reports: Bool = true) -> [ReftestFailure] {
        let actual = scene.draw()
        var failures: [ReftestFailure] = []
        func fail(_ reason: String, _ expected: Bitmap? = nil) {
            failures.append(ReftestFailure(name: name, reason: reason, expected: expected, actual: actual))
        }
        func compare(_ expected: Bitmap) {
            let comparison = Comparison(actual, expected)
            if !comparison.isWithin(fuzz) { fail(comparison.description, expected) }
        }
        if !mayBeBlank, Set(actual.pixels).count < 2 { fail("the picture is of one colour") }
        switch expectation {
        case .same(let other): compare(other.draw())
        case .different(let other, let pixels):
            let expected = other.draw()
            let comparison = Comparison(actual, expected)
            if comparison.differing < pixels {
                fail("only \(comparison.differing) pixels differ from \(other.name)", expected)
            }
        case .pixels(let pixels):
            let found = pixels.map { actual[$0.x, $0.y] }
            let comparison = Comparison(found, pixels.map(\.pixel), width: pixels.count)
            guard !comparison.isWithin(fuzz) else { break }
            for (found, expected) in zip(found, pixels) where found != expected.pixel {
                let (a, b) = (String(found, radix: 16), String(expected.pixel, radix: 16))
                fail("pixel (\(expected.x), \(expected.y)) is \(a), not \(b)")
            }
        case .reference(let path):
            guard let image = try? Goldens.picture(ofArchive: path) else {
                fail("the reference \(path) is missing")
                break
            }
            compare(image)
        case .golden:
            if Goldens.accepts(name) {
                if let refusal = Goldens.accept(actual, name: name) { fail(refusal) }
            } else if let image = Goldens.image(at: Goldens.url(name)) {
                compare(image)
            } else {
                fail("there is no golden image; look at the picture, then accept it with dev/accept-goldens \(name)")
            }
        }
        if reports { ReftestReport.shared.add(failures) }
        return failures
    }

    /// Draws a variant and compares with the plain picture; failures are also in the report.
    package func check(_ variant: Variant) -> [ReftestFailure] {
        let expected = scene.expected(of: variant, plain: scene.draw())
        var look = scene
        if variant.ignoresBackground { look = scene.withoutBackground }
        let actual = look.draw(variant)
        var comparison = Comparison(actual, expected)
        let usual =
            switch variant {
            case .reference: OpTolerance.of(scene.frame())
            case .gl: Fuzz.edges(of: expected, shapes: scene.frame().opCount)
            default: Fuzz.exact
            }
        guard !comparison.isWithin(variantFuzz[variant] ?? usual) else { return [] }
        if variant == .gl {
            // If the CPU compositor is farther off, the reference is right.
            comparison = Comparison(actual, scene.draw(.reference))
            if comparison.isWithin(variantFuzz[variant] ?? usual) { return [] }
        }
        let failure = ReftestFailure(
            name: "\(name)-\(variant.rawValue)", reason: comparison.description, expected: expected, actual: actual)
        ReftestReport.shared.add([failure])
        return [failure]
    }
}
