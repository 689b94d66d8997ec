import Foundation
import Testing

@testable import MicaDocuments

/// The forms of values.
@Suite struct ValueTests {
    @Test func numbers_have_all_forms() {
        #expect(ValueParser.number("1e-100") == 1e-100)
        #expect(ValueParser.number(" -0.5 ") == -0.5)
        #expect(ValueParser.number("inf") == .infinity)
        #expect(ValueParser.number("-infinity") == -.infinity)
        #expect(ValueParser.number("nan")?.isNaN == true)
        #expect(ValueParser.number("0x10") == nil)
        #expect(ValueParser.number("1 2") == nil)
        #expect(ValueParser.number("") == nil)
    }

    @Test func kinds_are_parsed() {
        #expect(ValueParser.parse("1", as: .boolean) == .boolean(true))
        #expect(ValueParser.parse("false", as: .boolean) == .boolean(false))
        #expect(ValueParser.parse("7", as: .integer) == .integer(7))
        #expect(ValueParser.parse("7.5", as: .integer) == .number(7.5))
        #expect(ValueParser.parse("1e300", as: .integer) == .number(1e300))
        #expect(ValueParser.parse("1 2", as: .point) == .point(CGPoint(x: 1, y: 2)))
        #expect(ValueParser.parse("1, 2", as: .size) == .size(CGSize(width: 1, height: 2)))
        #expect(ValueParser.parse("0 -1 2 3", as: .rect) == .rect(CGRect(x: 0, y: -1, width: 2, height: 3)))
        #expect(ValueParser.parse("1 2 3", as: .rect) == nil)
        #expect(ValueParser.parse("x", as: .any) == .string("x"))
    }

    @Test func colours_keep_what_lies_outside_srgb() {
        #expect(
            ValueParser.color("1.078 0.4 -0.1", opacity: 0.5)
                == DocumentColor(red: 1.078, green: 0.4, blue: -0.1, alpha: 0.5))
        #expect(ValueParser.color("0.25", opacity: nil) == DocumentColor(red: 0.25, green: 0.25, blue: 0.25))
        #expect(ValueParser.color("0.25 1", opacity: nil) == nil)
    }

    @Test func timing_functions_are_named_or_curves() {
        #expect(ValueParser.timingFunction("easeInEaseOut") == .named("easeInEaseOut"))
        #expect(ValueParser.timingFunction("0.125 0 0.125 0") == .curve(x1: 0.125, y1: 0, x2: 0.125, y2: 0))
        #expect(ValueParser.timingFunction("2 0 0 0") == nil)
        #expect(ValueParser.timingFunction("bounce") == nil)
    }

    @Test func transforms_are_lists_of_functions() {
        #expect(TransformFunction.parse("") == [])
        #expect(
            TransformFunction.parse("translate(-168, -120, -999) scale(2)") == [
                .translate(x: -168, y: -120, z: -999), .scale(x: 2, y: 2, z: 1),
            ])
        #expect(
            TransformFunction.parse("rotate(180deg) rotate(90deg, 0, 1, 0)") == [
                .rotate(angle: .pi, x: 0, y: 0, z: 1), .rotate(angle: .pi / 2, x: 0, y: 1, z: 0),
            ])
        #expect(TransformFunction.parse("perspective(900)") == [.perspective(900)])
        #expect(
            TransformFunction.parse("matrix(1 2 3 4 5 6)") == [
                .matrix([1, 2, 0, 0, 3, 4, 0, 0, 0, 0, 1, 0, 5, 6, 0, 1])
            ])
        #expect(TransformFunction.parse("rotateX(0.5turn)") == [.rotate(angle: .pi, x: 1, y: 0, z: 0)])
        #expect(TransformFunction.parse("skewX(0)") == [.skew(x: 0, y: 0)])
        #expect(
            TransformFunction.parse("translateY(3px) scaleX(2)") == [
                .translate(x: 0, y: 3, z: 0), .scale(x: 2, y: 1, z: 1),
            ])
        for wrong in [
            "rotate(5)", "rotate(", "turn(1)", "matrix(1 2)", "translate()", "scale(1 2 3 4)", "perspective(0)", "5",
        ] {
            #expect(TransformFunction.parse(wrong) == nil)
        }
    }

    @Test func paths_never_leave_their_directory() {
        #expect(DocumentPath.resolve("assets/a.png", in: "x.ca") == "x.ca/assets/a.png")
        #expect(DocumentPath.resolve("./a/../b.png", in: "") == "b.png")
        for wrong in [
            "../b.png", "a/../../b", "/etc/passwd", "", "..", "a\\b", "file:/etc/passwd", "http://x/y", "a\0b",
        ] {
            #expect(DocumentPath.resolve(wrong, in: "x.ca") == nil)
        }
    }

    @Test func percent_escapes_are_decoded_where_they_are_escapes() {
        #expect(DocumentPath.decoded("Rectangle%201%20(1).png") == "Rectangle 1 (1).png")
        #expect(DocumentPath.decoded("100%.png") == "100%.png")
        #expect(DocumentPath.decoded("%ff") == "%ff")
        #expect(DocumentPath.resolve(DocumentPath.decoded("%2e%2e/x"), in: "") == nil)
    }
}
