import MicaBase
import MicaFrame
import MicaWire
import Testing

@testable import MicaServer

/// The decisions for a layer before it is painted.
@Suite struct GroupPlanTests {
    private func plan(
        mask: Int? = nil, canBlend: Bool = true, opacity: Double = 1, _ change: (inout LayerState) -> Void = { _ in }
    ) -> GroupPlan {
        var state = LayerState()
        change(&state)
        return GroupPlan(state, mask: mask.map { Slot($0) }, opacity: opacity, canBlend: canBlend)
    }

    @Test func plain_layer_has_no_plan() {
        #expect(plan().description == "none" && plan() == GroupPlan() && !plan().isOffscreen)
        #expect(plan().isIsolated, "a layer allows blending within itself")
        #expect(plan { $0.flags.remove(.allowsGroupBlending) }.isIsolated == false)
    }

    @Test func opacity_is_that_of_a_group_or_of_each_op() {
        #expect(plan { $0.opacity = 0.5 }.description == "opacity 0.5")
        #expect(plan(opacity: 0.5) { $0.opacity = 0.5 }.description == "opacity 0.25")
        #expect(plan { $0.opacity = 3 }.description == "none")
        let each = plan {
            $0.opacity = 0.5
            $0.flags.remove(.allowsGroupOpacity)
        }
        #expect(each.description == "opacity 0.5 of each" && !each.isGroup)
    }

    @Test func mask_and_blending_take_an_image() {
        #expect(plan(mask: 3).description == "masked by 3" && plan(mask: 3).isOffscreen)
        let blended = plan { $0.effects.compositingFilter = "xor" }
        #expect(blended.description == "blended xor" && blended.isOffscreen && blended.isIsolated)
        // The content behind a mask is not known.
        #expect(plan(canBlend: false) { $0.effects.compositingFilter = "xor" }.description == "none")
    }

    @Test func raster_is_named() {
        let rasterized = plan {
            $0.flags.insert(.shouldRasterize)
            $0.effects.rasterizationScale = 2
        }
        #expect(rasterized.description == "rasterized at 2.0" && !rasterized.isOffscreen)
    }

    @Test func plan_names_all_that_applies() {
        let all = plan(mask: 7) {
            $0.opacity = 0.5
            $0.flags.insert(.shouldRasterize)
            $0.effects.compositingFilter = "screen"
        }
        #expect(all.description == "rasterized at 1.0, masked by 7, opacity 0.5, blended screen")
    }
}
